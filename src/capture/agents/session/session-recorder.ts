/** Turns the events of one transcript into screened turns, chunks and commands, and knows where to continue next time. */

import type { StartFacts } from "../../../agents/agent.ts";
import {
  type CallOutcome,
  ignored,
  type ReaderMemory,
  type TranscriptEvent,
} from "../../../agents/format/transcript-event.ts";
import { type Screening, type Skipped, tally } from "../../../core/event/admit.ts";
import type { NewEvent } from "../../../core/event/event.ts";
import { screen, screenStart } from "../../../core/screen/clean.ts";
import type { AgentName, AgentSession, SourceSpan, TranscriptItem } from "../../../core/session/session.ts";
import { carriesMarker } from "../../../core/text/marker.ts";
import { isOldhand, keptOutput, keptToolUse, namesInstructions, stripInjected, toolUseOf } from "./kept-text.ts";
import { type Calls, openCalls } from "./open-calls.ts";
import { type SessionFacts, sessionFacts } from "./session-facts.ts";

/** All that is needed to continue from `at`, before the calls of which more may still be reported. Stored in cursors. */
export type RecorderState = {
  readonly at: number;
  readonly facts: StartFacts;
  readonly memory: ReaderMemory;
};

type SessionRecorder = {
  /** Takes the events of one line or row; `memory` is what the reader remembered before it. */
  readonly record: (events: readonly TranscriptEvent[], span: SourceSpan, memory: ReaderMemory) => TranscriptItem[];
  readonly skip: (reason: string, span: SourceSpan) => void;
  readonly session: () => AgentSession;
  /** Where to continue: before the calls of which more may be reported, or, if there are none, at the end. */
  readonly reached: (
    end: number,
    memory: ReaderMemory,
  ) => { readonly state: RecorderState; readonly facts: StartFacts };
  readonly skipped: () => Skipped[];
  readonly leftOut: () => Skipped[];
};

type RecorderOptions = {
  readonly agent: AgentName;
  readonly file: string;
  readonly state: RecorderState;
  /** An earlier import returned what is before this position: it is read again only for its context. */
  readonly importedUntil: number;
  readonly screening: Screening;
};

/** A later import reads the calls since the person's last message again, for what is reported twice, but not after so many bytes. */
const PART_BYTES = 1 << 20;
/** After so many bytes the result of a call is no longer expected. */
const WAIT_BYTES = 1 << 22;
const LONGEST_TEXT = 1 << 16;
/** A file could contain a new type on every line, and each type is named in a reason. */
const MOST_NAMES = 20;
const LONGEST_PATH = 400;

export function sessionRecorder(options: RecorderOptions): SessionRecorder {
  const { agent, screening, importedUntil } = options;
  const facts: SessionFacts = sessionFacts({ ...options, facts: options.state.facts });
  const skipped = tally();
  const leftOut = tally();
  let { state } = options;
  const names = new Set<string>();
  let span: SourceSpan = { from: 0, to: 0 };
  /** Whether all of the line so far is the person's: its messages are one. */
  let isPersons = false;

  const isNew = (): boolean => span.from >= importedUntil;
  const ignore = (reason: string): void => {
    if (isNew()) leftOut.add(reason);
  };
  const calls: Calls = openCalls({ agent, session: facts.id, cwd: facts.cwd, screening, skip: ignore });
  const eventItems = (events: readonly NewEvent[]): TranscriptItem[] =>
    isNew() ? events.map((event) => ({ kind: "command", event: { ...event, place: span.from } })) : [];

  const message = (event: Extract<TranscriptEvent, { kind: "message" }>): TranscriptItem[] => {
    const own = stripInjected(event.text);
    for (const reason of own.ignored) ignore(reason);
    if (event.text.length > LONGEST_TEXT) ignore("end of a message over 64 KB");
    const text = screenStart(own.text, LONGEST_TEXT, screening);
    if (text === "") {
      if (own.ignored.length === 0) ignore("empty");
      return [];
    }
    const role = event.role === "person" && facts.isSubagent() ? "machine" : event.role;
    // Whoever writes to the agent no longer waits for its tools.
    const isNext = role !== "agent" && !(role === "person" && isPersons);
    const ended = isNext ? eventItems(calls.giveUp()) : [];
    isPersons = role === "person";
    const turn = { session: facts.id(), role, text, ...timeOf(event), files: [], span };
    return isNew() ? [...ended, { kind: "turn", turn }] : ended;
  };

  const result = (event: Extract<TranscriptEvent, { kind: "result" }>): TranscriptItem[] => {
    const ended = calls.end(event);
    if (ended === undefined) {
      ignore("result without its call");
      return [];
    }
    return [...eventItems(ended.events), ...toolTurn(ended.call, event.text, event)];
  };

  /** The turn of a tool, with the part of its output that is kept. */
  const toolTurn = (used: UsedTool, printed: string, outcome: CallOutcome): TranscriptItem[] => {
    const files = filesOf(used.files, { screening, cwd: facts.cwd() });
    isPersons = false;
    const reason = whyNotLearned(used, printed);
    if (reason !== undefined) ignore(reason);
    const text = reason === undefined ? keptOutput(printed, screening) : "";
    if (text === "" || !isNew()) return [];
    const tool = keptToolUse(toolUseOf(used, outcome), screening);
    const turn = { session: facts.id(), role: "tool", text, ...timeOf(outcome), files, tool, span } as const;
    return [{ kind: "turn", turn }];
  };

  /** A complete command; its output is kept if no result of a call has it. */
  const command = (event: Extract<TranscriptEvent, { kind: "command" }>): TranscriptItem[] => {
    const { id, command: line, output = "" } = event;
    const isSecond = calls.isOpen(id);
    const items = eventItems(calls.complete(event));
    return isSecond || output === ""
      ? items
      : [...items, ...toolTurn({ tool: "", command: line, files: [] }, output, event)];
  };

  const named = (reason: string): string => {
    if (names.size < MOST_NAMES) names.add(reason);
    return names.has(reason) ? reason : "unknown";
  };
  const take = (event: TranscriptEvent): TranscriptItem[] => {
    switch (event.kind) {
      case "message":
        facts.update(event);
        return message(event);
      case "call":
        facts.update({ atMs: event.atMs });
        isPersons = false;
        calls.begin(event);
        return [];
      case "result":
        facts.update({ atMs: event.atMs });
        return result(event);
      case "command":
        return command(event);
      case "edit":
        return calls.isOpen(event.id) ? take(ignored("recorded twice")) : toolTurn(event, event.output, event);
      case "session":
        facts.update(event);
        return [];
      case "ignored":
        ignore(event.reason);
        return [];
      case "unknown":
        if (isNew()) skipped.add(named(event.reason));
        return [];
    }
  };

  return {
    record: (events, at, memory) => {
      span = at;
      isPersons = false;
      const isLong = at.from - state.at > (calls.areOpen() ? WAIT_BYTES : PART_BYTES);
      const given = isLong ? eventItems(calls.giveUp()) : [];
      if (calls.areForgotten()) state = { at: at.from, facts: facts.kept(), memory };
      if (events.length === 0) ignore("empty");
      return [...given, ...events.flatMap(take)];
    },
    skip: (reason, at) => {
      if (at.from >= importedUntil) skipped.add(reason);
    },
    session: facts.session,
    reached: (end, memory) => {
      const here = { at: end, facts: facts.kept(), memory };
      return { state: calls.areForgotten() ? here : state, facts: here.facts };
    },
    skipped: skipped.list,
    leftOut: leftOut.list,
  };
}

/** The parts of a call that decide whether its output is kept. */
type UsedTool = { readonly tool: string; readonly files: readonly string[]; readonly command?: string | undefined };

function whyNotLearned(call: UsedTool, output: string): string | undefined {
  if (isOldhand(call) || carriesMarker(output)) return "injected by oldhand";
  return [...call.files, call.command ?? ""].some(namesInstructions) ? "instruction file" : undefined;
}

type FileContext = { readonly screening: Screening; readonly cwd: string | undefined };

/** Paths inside the directory become relative to it; a path with a secret in it is left out. */
function filesOf(files: readonly string[], { screening, cwd }: FileContext): string[] {
  return files.flatMap((file) => {
    if (file.length > LONGEST_PATH || screen(file, screening).text !== file) return [];
    return [cwd !== undefined && file.startsWith(`${cwd}/`) ? file.slice(cwd.length + 1) : file];
  });
}

function timeOf({ atMs }: { readonly atMs?: number | undefined }): { atMs?: number } {
  return atMs === undefined ? {} : { atMs };
}
