/** Finds the records that a command conflicts with: policies, preferences, pitfalls and facts. */
import type { Conflict } from "../core/plan/plan.ts";
import { isVouchedFor } from "../core/record/acceptance.ts";
import type { MemoryRecord } from "../core/record/record.ts";
import { withoutAllowed } from "./against/allowed.ts";
import { mayConcern } from "./against/hints.ts";
import { type Against, goesAgainst, isAsking } from "./against/match.ts";
import { type Scene, sceneOf } from "./against/scene.ts";
import { type Demand, demandsOf } from "./against/statement.ts";
import { troubleIn } from "./against/trouble.ts";
import { valueAgainst } from "./against/values.ts";
import { choiceIn, eitherOr, isTopic, rivalOf, rivalsOf } from "./against/work.ts";
import type { Assessment, RiskOptions } from "./risk/assess.ts";

/** An active record; one that fails its verification is `stale` and is ignored. */
export type Remembered = Pick<MemoryRecord, "id" | "type" | "text" | "key" | "priority" | "trust"> &
  Partial<Pick<MemoryRecord, "value" | "accepted">> & { readonly stale?: boolean };

export type ConflictOptions = Omit<RiskOptions, "scripts"> & {
  /** The branch that is checked out, if known. */
  readonly branch?: string;
  /** The project's scripts that the command runs, with their commands. */
  readonly resolved: Assessment["resolved"];
};

const SPEAKING = new Set(["policy", "preference", "pitfall", "fact", "decision", "architecture"]);

export function conflictsWith(command: string, records: readonly Remembered[], options: ConflictOptions): Conflict[] {
  const speaking = records.filter(({ stale, type }) => stale !== true && SPEAKING.has(type));
  if (speaking.length === 0) return [];
  const scene = sceneOf(
    command,
    options,
    options.resolved.map(({ body }) => body),
  );
  const isNear = mayConcern(scene);
  const rivals = scene.typed.flatMap(({ act }) => rivalsOf(act));
  return speaking.flatMap((record) => {
    if (!isNear(record.text) && !isTopic(record.key)) return [];
    const demands = demandsOf(record.text);
    const against =
      whyAgainst(record, demands, scene) ??
      (namesOne(record, rivals) ? otherChoice(record, demands, scene) : undefined);
    return against === undefined ? [] : [conflict(record, against)];
  });
}

function conflict(record: Remembered, { why, kind }: Against): Conflict {
  const { id, type, text, priority } = record;
  const isTrusted = isVouchedFor(record);
  const isStrong =
    type === "policy" ||
    (kind === "forbidden" && (priority === "critical" || priority === "high") && type !== "pitfall");
  return {
    record: id,
    type,
    text,
    why: isTrusted ? why : `${why} (not accepted by you)`,
    forbids: isTrusted && isStrong && kind !== "warned",
  };
}

function whyAgainst({ type, text }: Remembered, demands: readonly Demand[], all: Scene): Against | undefined {
  const scene = withoutAllowed(text, all);
  const trouble = type === "pitfall" ? troubleIn(text, demands, scene) : undefined;
  if (trouble !== undefined) return { why: `${trouble} failed before`, kind: "warned" };
  for (const demand of demands) {
    const against = goesAgainst(demand, scene);
    if (against !== undefined) return against;
  }
  for (const deed of scene.typed) {
    const why = valueAgainst(text, deed, scene);
    if (why !== undefined) return { why, kind: "other-way" };
  }
  return undefined;
}

/** Only a statement that names one of several alternative tools can choose one. */
function namesOne({ key, text }: Remembered, rivals: readonly string[]): boolean {
  if (isTopic(key)) return true;
  const plain = text.toLowerCase();
  return rivals.some((rival) => plain.includes(rival));
}

function otherChoice(
  { key, value, text }: Remembered,
  demands: readonly Demand[],
  { typed }: Scene,
): Against | undefined {
  const isRefusing = demands.some(({ asks }) => asks === "never");
  const choice = isTopic(key) && value !== undefined ? { key, value } : choiceIn(text, isRefusing);
  const rival = rivalOf(choice, typed, isAsking);
  if (rival !== undefined) return otherTool(choice.value, rival);
  const either = eitherOr(text, typed);
  return either.rival === undefined ? undefined : otherTool(either.value, either.rival);
}

const otherTool = (wanted: string | undefined, used: string): Against => ({
  why: `says to use ${wanted}; this uses ${used}`,
  kind: "other-way",
});
