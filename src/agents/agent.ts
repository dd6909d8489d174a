/** What oldhand knows of a coding agent: one value, in one file, for each. Nothing else tells agents apart by their names. */
import type { Variables } from "../core/base/home-folder.ts";
import type { Usage } from "../core/job/job.ts";
import type { Clean } from "../core/screen/clean.ts";
import type { DesiredChange, InstallMachine, OldhandPaths } from "./desired-change.ts";
import type { ReadLine } from "./format/transcript-event.ts";

export type Agent = {
  /** In commands, settings and files; never changed. */
  readonly name: string;
  readonly title: string;
  /** How its process is recognised. */
  readonly process?: AgentProcess;
  /** How a shell that it started is recognised. */
  readonly marks?: AgentMarks;
  /** Hosts of its vendor's models: these have seen its sessions already. */
  readonly modelHosts?: readonly string[];
  /** Other agents whose sessions went where its own go. */
  readonly sameVendor?: readonly string[];
  readonly transcripts?: Transcripts;
  readonly install?: AgentInstall;
  readonly hooks?: AgentHooks;
  readonly headless?: HeadlessAgent;
};

type AgentProcess = {
  /** Names of its program; an editor is not listed, since a person's terminals are in it too. */
  readonly programs: readonly string[];
  /** Folders of its package, for a program that an interpreter runs. */
  readonly packages?: readonly string[];
};

type AgentMarks = {
  /** Set to anything, it marks a shell of that agent. */
  readonly variables: readonly string[];
  /** The same with particular values, for variables that a person's shell has too. */
  readonly values?: Readonly<Record<string, string>>;
};

export type Transcripts = {
  /** Paths of its transcripts; a star matches any part of one name. */
  readonly places: (env: Variables) => readonly string[];
  /** Reads a line of a file, imported when it is needed; `rows` of a database are opened by the store. */
  readonly read: (() => Promise<ReadLine>) | "rows";
  /** What is known about a session from the path of its transcript. */
  readonly factsOf?: (file: string) => StartFacts;
};

/** The facts of a session as they are stored between two imports, or known from the path before the first line. */
export type StartFacts = {
  readonly nativeId?: string;
  /** The native id of the session that started it. */
  readonly parent?: string;
  readonly cwd?: string;
  /** The current directory. */
  readonly nowIn?: string;
  readonly title?: Clean;
  readonly startedMs?: number;
  readonly endedMs?: number;
};

export type AgentInstall = {
  /** What the person gets from installing into it. */
  readonly gets: string;
  /** Exists if the agent is used here; it is never removed. */
  readonly folder: (machine: InstallMachine) => string;
  readonly changes: (into: InstallInto) => readonly DesiredChange[];
  /** What the person still has to do, if anything. */
  readonly afterwards?: string;
  /** What keeps its hooks from running, if the settings in its folder show it. */
  readonly trouble?: (settings: (file: string) => string | undefined) => { detail: string; fix: string } | undefined;
};

/** What an installation is given: `folder` is the agent's own on this machine. */
export type InstallInto = {
  readonly oldhand: OldhandPaths;
  readonly folder: string;
  readonly machine: InstallMachine;
  /** One of our texts with oldhand's own paths filled in. */
  readonly textOf: (name: "skill" | "command" | "opencode" | "pi", agent?: string) => string;
  /** How a shell starts oldhand with these words, whatever its PATH holds. */
  readonly command: (...words: readonly string[]) => string;
  readonly plugin: {
    /** A local marketplace folder with our plugin in it. */
    readonly marketplace: () => DesiredChange[];
    /** The plugin itself, in the folder where an agent looks for it. */
    readonly inFolder: (folder: string) => DesiredChange[];
    readonly version: string;
  };
};

export type AgentHooks = {
  readonly answers: HostAnswers;
  /** Whether an event says how a command ended. */
  readonly reportsOutcome: boolean;
  /** A session that it resumes no longer has what hooks added to it. */
  readonly losesOnResume?: true;
  /** Present if the memory server that runs anyway answers: the events of the plugin that its host reads. */
  readonly byServer?: ServerHooks;
};

/** What a host does with each verdict; docs/agents.md says the same, and a test compares them. */
export type HostAnswers = {
  /** Goes on: the reason is context for the model, is added to the result by our plugin, or is answered after the tool. */
  readonly warn: "context" | "added by plugin" | "after";
  /** The host's own prompt, a question of our plugin, or a denial that tells the agent to ask. */
  readonly ask: "prompt" | "question of plugin" | "stop";
  readonly deny: "stop";
  /** The form of its JSON. */
  readonly decides: "permission" | "decision";
};

export type ServerHooks = {
  /** The file in the plugin's folder `hooks/`. */
  readonly file: string;
  /** As the host names the server of the plugin. */
  readonly server: string;
  readonly events: Readonly<Record<string, HookedEvent>>;
};

/** The fields that the server is sent, and the tools that it is asked about. */
type HookedEvent = {
  readonly fields: string;
  readonly matcher?: string;
  /** It gives context, so that a program can answer it as well. */
  readonly isContext?: true;
};

/** How it is started without a terminal to answer one question: no tools, no hooks, no session left behind. */
export type HeadlessAgent = {
  /** What the agent sends besides our prompt, at most. */
  readonly overheadTokens: number;
  /** Imported when it is needed: hooks ask no agent. */
  readonly load: () => Promise<HeadlessProgram>;
};

export type HeadlessProgram = {
  readonly program: string;
  /** The question comes on standard input. */
  readonly args: (system: string) => readonly string[];
  readonly variables: (
    system: string,
    limits: { readonly maxOutputTokens: number },
  ) => Readonly<Record<string, string>>;
  /** Whether `args` or `variables` have the system prompt; if not, it is put before the question. */
  readonly takesSystem: boolean;
  readonly answerIn: (output: string) => HeadlessAnswer;
};

type HeadlessAnswer = {
  readonly text: string;
  /** Undefined if the agent did not report it. */
  readonly usage?: Usage;
  /** What went wrong, in the agent's words. */
  readonly failure?: string;
};
