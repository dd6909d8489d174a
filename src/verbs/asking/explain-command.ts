/** What a command is made of, and what the history knows of each part. */
import type { CallContext } from "../../context/call-context.ts";
import { isoTime } from "../../core/base/clock.ts";
import { familyOf, parseLine } from "../../core/command/steps.ts";
import type { EventStatus } from "../../core/event/event.ts";
import type { Action, Plan } from "../../core/plan/plan.ts";

export type Explained = {
  readonly plan: Plan;
  readonly parts: readonly ExplainedPart[];
  /** Files that say what it does, or are run by it: an approval holds only while they stay as they are. */
  readonly scripts: readonly string[];
};

type ExplainedPart = {
  readonly text: string;
  /** What a person would call it. */
  readonly family?: string;
  /** How often it was run before, as far as was looked. */
  readonly times: number;
  readonly last?: { readonly status: EventStatus; readonly exitCode?: number; readonly at?: string };
};

const LOOKED_AT = 200;

export async function explained({ store }: CallContext, { plan, footing }: Action): Promise<Explained> {
  const parts: ExplainedPart[] = [];
  for (const { text, family } of parseLine(plan.command)) {
    const words = (family ?? "").split(" ").filter((word) => word !== "");
    const found = words.length === 0 ? [] : await store.events.recent({ words, limit: LOOKED_AT });
    const same = found.filter(({ command, status }) => status !== "rejected" && familyOf(command) === family);
    parts.push({ text, ...(family !== undefined && { family }), times: same.length, ...lastOf(same[0]) });
  }
  return { plan, parts, scripts: footing.scripts.map(({ path }) => path) };
}

type Seen = { readonly status: EventStatus; readonly exitCode?: number; readonly startMs?: number };

function lastOf(event: Seen | undefined): Pick<ExplainedPart, "last"> {
  if (event === undefined) return {};
  const { status, exitCode, startMs } = event;
  const told = {
    ...(exitCode !== undefined && { exitCode }),
    ...(startMs !== undefined && { at: isoTime(startMs) }),
  };
  return { last: { status, ...told } };
}
