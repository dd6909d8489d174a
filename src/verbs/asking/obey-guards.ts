/** What the guards in force mean for a plan: what speaks against a command, and what they put in its place. */

import type { ParsedCommand } from "../../core/command/parsed-command.ts";
import { readLine } from "../../core/command/read-line.ts";
import { whatRuns } from "../../core/command/what-runs.ts";
import { matchGuards } from "../../core/guard/match.ts";
import type { Material, Rewritten } from "../../core/plan/material.ts";
import type { Conflict } from "../../core/plan/plan.ts";
import type { RecordId } from "../../core/record/record.ts";
import type { CallContext } from "../call/call-context.ts";
import { checkAct } from "../guards/check-act.ts";
import { type ActingGuards, BUILT_IN, concerns, guardsInForce } from "../guards/guards-in-force.ts";
import type { ActiveMemory } from "./planner-context.ts";

/** The strictest first. The built-in guard is for agents, and agents run nothing here. */
export async function conflictsOf(
  call: CallContext,
  command: string,
  { cwd, memory }: { readonly cwd: string; readonly memory: ActiveMemory },
): Promise<Conflict[]> {
  const { matches } = await checkAct(call, { act: { kind: "command", command }, cwd });
  return matches
    .filter(({ record }) => record !== BUILT_IN)
    .map(({ record, text, reason, action, remedy }) => ({
      record: record as RecordId,
      type: memory.all.find((kept) => kept.record.id === record)?.record.type ?? "policy",
      text,
      why: reason,
      action,
      ...(remedy !== undefined && { remedy }),
    }));
}

/** Undefined if no guard in force replaces anything. */
export async function rewriteByGuards(call: CallContext, cwd: string): Promise<Material["rewrite"]> {
  const acting = await guardsInForce(call);
  return rewriteWith(
    acting.filter((one) => concerns(one, { cwd, root: call.project?.root, files: [] })),
    cwd,
  );
}

type Rewriting = Pick<ActingGuards, "record" | "text" | "guards">;

export function rewriteWith(acting: readonly Rewriting[], cwd: string): Material["rewrite"] {
  const steering = acting.map((one) => ({
    ...one,
    guards: one.guards.filter((guard) => "instead" in guard || "first" in guard),
  }));
  const programs = steering.flatMap(({ guards }) =>
    guards.flatMap((guard) =>
      "instead" in guard
        ? Object.keys(guard.instead).map(firstWord)
        : "first" in guard
          ? [firstWord(guard.first.command)]
          : [],
    ),
  );
  if (programs.length === 0) return undefined;
  return (line) => (programs.some((program) => line.includes(program)) ? rewritten(line, steering, cwd) : undefined);
}

const firstWord = (text: string): string => text.trim().split(/\s+/)[0] ?? "";

/** Each command of the line by itself, so that the rest of the line stays as it is. */
function rewritten(line: string, acting: readonly Rewriting[], cwd: string): Rewritten | undefined {
  let text = line;
  let by: Omit<Rewritten, "command"> | undefined;
  for (const command of readLine(line).commands.filter(({ isWrapper }) => !isWrapper)) {
    const own = wordsOf(command);
    const runs = whatRuns(own, { cwd, scripts: { find: () => undefined } });
    for (const { record, text: said, guards } of acting) {
      const [match] = matchGuards(guards, { kind: "command", runs }, { cwd });
      if (match === undefined || !text.includes(own)) continue;
      const changed =
        "first" in match.guard ? after(match.guard.first.run, text) : inPlace(text, command, match.remedy);
      if (changed === text) continue;
      text = changed;
      by ??= { record: record as RecordId, text: said, isBefore: "first" in match.guard };
      break;
    }
  }
  return by === undefined ? undefined : { command: text, ...by };
}

const after = (run: string, line: string): string => (line.includes(run) ? line : `${run} && ${line}`);

/** `uv run pytest` in place of `pytest` is there already if `uv` runs it. */
function inPlace(line: string, command: ParsedCommand, remedy: string | undefined): string {
  if (remedy === undefined || command.wrappers.includes(firstWord(remedy))) return line;
  return line.replace(wordsOf(command), () => remedy);
}

function wordsOf({ name, args }: ParsedCommand): string {
  return [name, ...args].map(({ written }) => written).join(" ");
}
