/** All commands by their names: those of the verbs, and those that only a command line has. */
import { VERBS } from "../../verbs/all-verbs.ts";
import { type Command, commandOf } from "./command.ts";
import { doctor } from "./own/doctor.ts";
import { completion, help, showVersion } from "./own/help.ts";
import { search } from "./own/search.ts";
import { mcp, ui } from "./own/serve.ts";
import { hook, init } from "./own/shells.ts";

const OWN = [ui, search, doctor, mcp, hook, init, completion, help, showVersion];

export function allCommands(): readonly Command[] {
  return [...VERBS, ...OWN].map(commandOf);
}

/** A name of a command as it is typed; some have flags, as `status --counts`. */
export type CommandName = {
  readonly words: readonly string[];
  readonly flags: readonly string[];
  readonly command: Command;
  /** It still works, and says what it is called now. */
  readonly isOld: boolean;
};

export function allNames(): readonly CommandName[] {
  return allCommands().flatMap((command) => [
    nameIn(command, command.verb.name),
    ...(command.verb.also ?? []).map((name) => nameIn(command, name)),
    ...(command.verb.formerly ?? []).map((name) => ({ ...nameIn(command, name), isOld: true })),
  ]);
}

function nameIn(command: Command, name: string): CommandName {
  const parts = name.split(" ").filter((part) => part !== "");
  const flags = parts.filter((part) => part.startsWith("--"));
  return { words: parts.filter((part) => !flags.includes(part)), flags, command, isOld: false };
}

/** Commands with a name that starts with these words. */
export function commandsUnder(words: readonly string[]): readonly Command[] {
  const found = allNames().filter((name) => words.every((word, at) => name.words[at] === word));
  return [...new Set(found.map(({ command }) => command))];
}

export type Noun = { readonly noun: string; readonly commands: readonly Command[] };

/** Those that are listed: without what a wider command does too. */
export function nouns(): readonly Noun[] {
  return allNouns()
    .map(({ noun, commands }) => ({ noun, commands: commands.filter(({ verb }) => verb.under === undefined) }))
    .filter(({ commands }) => commands.length > 0);
}

/** The commands by the first of their words. */
export function allNouns(): readonly Noun[] {
  const byNoun = Map.groupBy(allCommands(), ({ words }) => words[0] ?? "");
  return [...byNoun].map(([noun, commands]) => ({ noun, commands }));
}

/** What the groups of commands are about. */
const ABOUT: Readonly<Record<string, string>> = {
  record: "Records: add, find, change and undo.",
  guard: "Guards: what a program checks before an agent acts.",
  workflow: "Workflows: save steps, run and export them.",
  episode: "Episodes: what happened, and how it ended.",
  history: "The commands that you and agents ran.",
  session: "The sessions of coding agents.",
  ticket: "Tickets, and what matters for them.",
  memory: "What was learned in this project.",
  project: "Projects: how they are recognised and shared.",
  config: "Settings.",
  sample: "Sample data to explore.",
};

export function nounSummary(noun: string): string {
  const alone = allNames().find(({ words, flags }) => words.length + flags.length === 1 && words[0] === noun);
  return ABOUT[noun] ?? alone?.command.verb.summary ?? "Show more commands.";
}
