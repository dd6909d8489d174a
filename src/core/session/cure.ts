/** A cure: a command that failed with a specific error, and what was done before it passed in the same session. */
import { derivedId } from "../base/id.ts";
import type { ProjectId, Trust } from "../record/record.ts";

export type Cure = {
  readonly family: string;
  /** Identifies the error, together with the names in it that the cure depends on. */
  readonly mark: string;
  /** The error without the parts that differ between runs. A tool printed it: for people and for matching only. */
  readonly error: string;
  /** The command that failed, as written. */
  readonly failed: string;
  readonly fix: CureFix;
  /** Changes after which it failed in the same way again. */
  readonly didNotHelp: readonly string[];
  readonly trust: Extract<Trust, "person" | "agent" | "tool">;
};

export type CureFix =
  /** A command that was run before it passed. */
  | { readonly by: "command"; readonly text: string }
  /** Something that its own line does first: activates an environment, changes the directory, sets a variable. */
  | { readonly by: "preparation"; readonly text: string }
  /** The command itself, with other arguments. */
  | { readonly by: "variant"; readonly text: string }
  /** An edit of a settings file. */
  | { readonly by: "edit"; readonly text: string };

/** A cure with the session that it happened in. */
export type KeptCure = Cure & {
  readonly session: string;
  /** The turn of the failure. */
  readonly turn: number;
  readonly atMs: number;
  readonly project?: ProjectId;
};

/** Two cures with the same name are the same one, seen again. */
export function cureName({ family, mark, fix }: Pick<Cure, "family" | "mark" | "fix">): string {
  return [family, mark, fix.by, fix.text].join("\n");
}

/** The name that a suggestion's id is made of. */
function cureSuggestionName(cure: Pick<Cure, "family" | "mark" | "fix">): string {
  return `cure\n${cureName(cure)}`;
}

/** The id of its suggestion, which it also has in receipts. */
export function cureSuggestionId(cure: Pick<Cure, "family" | "mark" | "fix">): string {
  return derivedId("sug", cureSuggestionName(cure));
}

/** What an agent is given after the same failure: only what happened. */
export function cureSentence({ fix, atMs }: Pick<KeptCure, "fix" | "atMs">): string {
  return `On ${dayOf(atMs)} this failed the same way; then ${whatWasDone(fix)} and it passed.`;
}

/** The statement of a pitfall: made of commands, file names and dates, never of output. */
export function pitfallText({ failed, fix, didNotHelp }: Cure, days: readonly number[]): string {
  const dates = [...new Set(days.map(dayOf))];
  const times = days.length > 1 ? ` ${days.length} times` : "";
  const when = dates.length > 1 ? `${times} (${dates.slice(-MOST_DATES).join(", ")})` : `${times} on ${dates[0]}`;
  const tried = didNotHelp.length === 0 ? "" : ` Did not help: ${didNotHelp.map(quotedCommand).join(", ")}.`;
  return `${quotedCommand(failed)} failed${when}; then ${whatWasDone(fix)} and it passed.${tried}`;
}

const MOST_DATES = 3;

function whatWasDone({ by, text }: CureFix): string {
  switch (by) {
    case "command":
      return `${quotedCommand(text)} was run`;
    case "preparation":
      return `${quotedCommand(text)} was run first, in the same line,`;
    case "variant":
      return `it was run as ${quotedCommand(text)}`;
    case "edit":
      return `${quotedCommand(text)} was edited`;
  }
}

export function quotedCommand(line: string): string {
  return line.includes("`") ? `\`\` ${line} \`\`` : `\`${line}\``;
}

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

function dayOf(atMs: number): string {
  const date = new Date(atMs);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}
