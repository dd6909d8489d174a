/** The records and cures with what a program can check of them: their guards, and the commands that they name. */

import { familyOf } from "../../core/command/steps.ts";
import type { Guard } from "../../core/guard/guard.ts";
import { type MemoryRecord, saidOn } from "../../core/record/record.ts";
import { type CureFix, cureSuggestionId } from "../../core/session/cure.ts";
import type { CallContext } from "../call/call-context.ts";

/** A record as far as a program can tell whether it is followed. */
export type AdvisedRecord = {
  readonly id: string;
  readonly guards: readonly Guard[];
  /** Commands that it says to run. */
  readonly commands: readonly string[];
  /** For a known fix: the error that it is for. */
  readonly error?: string;
  /** When the person said something else instead. */
  readonly replacedMs?: number;
};

/** By id; also cures, which are given under the id of their suggestion. */
export function advisedRecords(
  { store }: Pick<CallContext, "store">,
  records: readonly MemoryRecord[],
): ReadonlyMap<string, AdvisedRecord> {
  const replaced = new Map(
    records.flatMap((record) => (record.supersedes ?? []).map((id) => [id, Date.parse(saidOn(record))] as const)),
  );
  const cures = store.cures.all().map((cure): AdvisedRecord => {
    const id = cureSuggestionId(cure);
    return { id, guards: [], commands: commandsOfFix(cure.fix), error: `${cure.family} ${cure.mark}` };
  });
  const own = records.map((record): AdvisedRecord => {
    const { id, guards = [] } = record;
    const replacedMs = replaced.get(id);
    const error = errorOfPitfall(record);
    return {
      ...{ id, guards, commands: commandsIn(record) },
      ...(error !== undefined && { error }),
      ...(replacedMs !== undefined && { replacedMs }),
    };
  });
  return new Map([...cures, ...own].map((one) => [one.id, one]));
}

function commandsOfFix({ by, text }: CureFix): string[] {
  return by === "edit" ? [] : [text];
}

/** A pitfall's key is the command family and the mark of the error. */
function errorOfPitfall({ type, key }: MemoryRecord): string | undefined {
  return type === "pitfall" && / [0-9a-f]{12}$/.test(key) ? key : undefined;
}

/** Commands in backticks, and the steps of a workflow. Of a rule that forbids something, none: it names what not to run. */
function commandsIn({ type, text, steps = [] }: MemoryRecord): string[] {
  if (type === "workflow") return [...steps];
  const said = type === "pitfall" ? (text.split("; then ")[1]?.split(" Did not help:")[0] ?? "") : text;
  if (type !== "pitfall" && FORBIDS.test(said)) return [];
  return [...said.matchAll(/`([^`\n]{2,200})`/g)].flatMap(([, command = ""]) =>
    familyOf(command) !== undefined && /\s/.test(command.trim()) ? [command.trim()] : [],
  );
}

const FORBIDS = /\b(?:never|not|don't|avoid|no longer|instead of|without|rather than|stop)\b/i;
