/**
 * What was done on the command line in the last day, as the person, without a line in a known shell before it: an agent that opens
 * a terminal of its own cannot be told from the person, but it can be shown. Only known where shells record what is typed.
 */

import { DAY_MS, isoTime, MINUTE_MS } from "../../../core/base/clock.ts";
import { readLine } from "../../../core/command/read-line.ts";
import { type CallContext, changedBy } from "../../call/call-context.ts";
import type { AnyVerb } from "../../declare/verb.ts";

/** A change of a record, or an act that needs a person; then without a record. */
export type ActWithoutKeys = {
  readonly at: string;
  readonly verb: string;
  readonly record?: string;
  readonly text: string;
};

export async function actsWithoutKeys({
  store,
  clock,
}: Pick<CallContext, "store" | "clock">): Promise<readonly ActWithoutKeys[]> {
  const { by } = changedBy({ isAgent: false });
  // The shell records a line when it has ended: the one that is running now is not there yet.
  const span = { fromMs: clock() - DAY_MS, toMs: clock() - MINUTE_MS };
  const changes = store.revisions.madeBy(by, span);
  const acts = store.personActs.between(span.fromMs, span.toMs);
  const typedLines = store.revisions.typedLines(PROGRAM, span);
  if (changes.length + acts.length === 0 || typedLines === undefined) return [];
  const { VERBS } = await import("../../all-verbs.ts");
  const names = VERBS.flatMap(namesOf);
  const typed = (atMs: number): readonly TypedVerb[] => typedLines(atMs).flatMap((line) => verbsIn(line, names));
  const unexplained = [
    ...changes
      .filter(({ atMs, why }) => !typed(atMs).some((verb) => mayMake(verb, why.verb)))
      .map(({ atMs, why, record, after, before }) => ({
        ...{ atMs, verb: why.verb, record },
        text: (after ?? before)?.text ?? "",
      })),
    ...acts
      .filter(({ atMs, verb }) => !typed(atMs).some((one) => one === "unknown" || one.name === verb))
      .map(({ atMs, verb, act }) => ({ atMs, verb, text: act })),
  ];
  return unexplained.toSorted((a, b) => a.atMs - b.atMs).map(({ atMs, ...act }) => ({ at: isoTime(atMs), ...act }));
}

const PROGRAM = "oldhand";

type Named = { readonly name: string; readonly parts: readonly string[]; readonly reads: boolean };
/** A name that is not known may be any verb. */
type TypedVerb = Named | "unknown";

const namesOf = ({ name, also = [], formerly = [], act }: AnyVerb): Named[] =>
  [name, ...also, ...formerly].map((one) => ({
    name,
    parts: one.split(" ").filter((word) => word !== "" && !word.startsWith("--")),
    reads: act === "read",
  }));

/** The verbs of the program that a line runs. */
function verbsIn(line: string, names: readonly Named[]): TypedVerb[] {
  return readLine(line).commands.flatMap(({ program, args }): TypedVerb[] => {
    if (program !== PROGRAM) return [];
    const fitting = names.filter(
      ({ parts }) => parts.length > 0 && parts.every((part, at) => args[at]?.value === part),
    );
    // `review` reads, `review accept` does not.
    return [fitting.toSorted((a, b) => b.parts.length - a.parts.length)[0] ?? "unknown"];
  });
}

/** Changes that verbs are named after; the others, as a merge with what is there already, follow from any change. */
const NAMED_CHANGES: ReadonlySet<string> = new Set([
  ...["add", "update", "reclassify", "archive", "restore", "delete", "undo", "share"],
]);
/** Verbs that change no record as the person, whatever their last word. */
const WITHOUT_RECORDS: ReadonlySet<string> = new Set([
  ...["ask", "config", "install", "uninstall", "sync", "ticket", "episode", "session", "history"],
]);

/** Whether a typed verb may have made a change of this kind: `record add` only adds, `import` may do anything. */
function mayMake(verb: TypedVerb, change: string): boolean {
  if (verb === "unknown") return true;
  const words = verb.name.split(" ");
  const own = words.at(-1) ?? "";
  if (verb.reads || WITHOUT_RECORDS.has(words[0] ?? "")) return false;
  return !NAMED_CHANGES.has(own) || !NAMED_CHANGES.has(change) || own === change;
}
