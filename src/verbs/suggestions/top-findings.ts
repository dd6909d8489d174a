/** The few findings worth showing first, from every project on this machine: one of each kind, then the most useful. */

import type { CallContext } from "../../context/call-context.ts";
import { inProjectOf } from "../../context/open-for-writing.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { Project } from "../../core/project/project.ts";
import type { MemoryRecord, ProjectId, RecordType } from "../../core/record/record.ts";
import { isThere } from "../../store/local/files/durable-files.ts";
import { projectRecords } from "../../store/local/files/home.ts";
import { reading } from "../recalling/read-verbs.ts";
import type { RecordView } from "../records/record-view.ts";
import { SAMPLE, SAMPLE_PROJECT } from "../setup/sample-mark.ts";
import { weighed } from "./rank-suggestions.ts";
import { suggestionVerbs } from "./suggestion-verbs.ts";
import type { SuggestionView } from "./suggestion-view.ts";
import { worthOf } from "./worth.ts";

/** In the order shown; `known` only fills up. */
const USEFUL_KINDS = ["fix", "workflow", "rule", "stale", "habit", "known"] as const;
export type UsefulKind = (typeof USEFUL_KINDS)[number];

export type Useful = {
  readonly kind: UsefulKind;
  /** Of a record or of a suggestion. */
  readonly id: string;
  readonly text: string;
  /** Its evidence, in a few words. */
  readonly why: string;
  readonly confidence: number;
  /** How often it was seen. */
  readonly count: number;
  /** Absent: it applies everywhere. */
  readonly project?: { readonly id: ProjectId; readonly name: string; readonly root: string };
  /** The command families it is about: a habit that is part of a workflow adds little to it. */
  readonly about: readonly string[];
  readonly isSuggestion: boolean;
};

type Weighed = Useful & { readonly worth: number };

/** Each has to be opened; the most recent come first. */
const MOST_PROJECTS = 40;

/** Sample data is shown only if there is nothing else. */
export async function mostUsefulLearned(call: CallContext, limit?: number): Promise<readonly Useful[]> {
  const all = [...(await suggested(call)), ...(await kept(call))];
  const own = all.filter(({ project }) => project?.id !== SAMPLE_PROJECT);
  return mostUseful(own.length === 0 ? all : own, limit).map(({ worth: _, ...useful }) => useful);
}

const MOST_USEFUL = 5;

export function mostUseful<T extends Weighed>(all: readonly T[], limit: number = MOST_USEFUL): T[] {
  const inWorkflow = new Set(all.filter(({ kind }) => kind === "workflow").flatMap(({ about }) => about));
  const isCovered = ({ kind, about }: Useful): boolean =>
    kind === "habit" && about.some((family) => inWorkflow.has(family));
  const sorted = all.toSorted((a, b) => Number(isCovered(a)) - Number(isCovered(b)) || byUse(a, b));
  const best = USEFUL_KINDS.filter((kind) => kind !== "known")
    .flatMap((kind) => sorted.find((one) => one.kind === kind) ?? [])
    .slice(0, limit);
  const rest = sorted.filter((one) => !best.includes(one)).slice(0, limit - best.length);
  return [...best, ...rest];
}

function byUse(a: Weighed, b: Weighed): number {
  return b.worth - a.worth || b.confidence - a.confidence || b.count - a.count || (a.id < b.id ? -1 : 1);
}

async function suggested(call: CallContext): Promise<Weighed[]> {
  const named = new Map(call.store.registry.all().map((project) => [project.id, project]));
  const here = { project: call.project?.id, nowMs: call.clock() };
  const pending = await suggestionVerbs(call).suggestions("pending");
  return pending.map((one): Weighed => {
    const project = one.project === undefined ? undefined : named.get(one.project);
    return {
      ...{ kind: KIND_OF[one.kind] ?? "known", id: one.id, text: textOf(one), why: one.reason, isSuggestion: true },
      ...{ confidence: one.confidence, count: one.evidence.count, about: one.key.split(" → ") },
      worth: worthOf(weighed(one), here),
      ...(project !== undefined && { project: placeOf(project) }),
    };
  });
}

async function kept(call: CallContext): Promise<Weighed[]> {
  const { store } = call;
  const own = await reading(call).list({ status: "active", scopes: ["global"] });
  const found = own.filter(wasLearned).map((record) => usefulOf(record));
  const projects = store.registry.all().filter(({ id }) => isThere(projectRecords(store.home, id)));
  for (const project of projects.toReversed().slice(0, MOST_PROJECTS)) {
    try {
      found.push(...(await inProjectOf(call, project.id, (there) => keptThere(there, project))));
    } catch (error) {
      // A project whose directory is gone has nothing useful to show.
      if (!(error instanceof OldhandError) || error.code !== "not-found") throw error;
    }
  }
  return found;
}

async function keptThere(there: CallContext, project: Project): Promise<Weighed[]> {
  const { list } = reading(there);
  const stale = await list({ status: "active", scopes: ["project"], stale: true });
  const gone = new Set(stale.map(({ id }) => id));
  const records = (await list({ status: "active", scopes: ["project"] })).filter(
    (record) => wasLearned(record) && !gone.has(record.id),
  );
  return [...stale, ...records].map((record) => ({ ...usefulOf(record), project: placeOf(project) }));
}

/** Leaves out the person's own statements and the repository's records. */
function wasLearned({ origin, trust, tags }: MemoryRecord): boolean {
  return trust !== "repo" && (origin !== "told" || tags.includes(SAMPLE));
}

function usefulOf(record: RecordView): Weighed {
  const { id, type, text, key, confidence, reinforcement, stale, origin, source } = record;
  const isOther = type === "pitfall" && !ERROR_MARK.test(key);
  const kind = stale !== undefined ? "stale" : isOther ? "known" : (KIND_OF[type] ?? "known");
  const why = stale === undefined ? `${origin}, ${source}` : `no longer true: ${stale.why}`;
  const seen = { count: reinforcement, sessions: 1, steps: record.steps?.length ?? 0 };
  const worth = worthOf({ kind: type, isTold: false, confidence, ...seen }, { project: record.project, nowMs: 0 });
  return { kind, id, text, why, confidence, worth, count: reinforcement, about: [], isSuggestion: false };
}

/** The key of an error with its fix ends in the error's hash. */
const ERROR_MARK = / [0-9a-f]{12}$/;

const KIND_OF: Partial<Readonly<Record<SuggestionView["kind"] | RecordType, UsefulKind>>> = {
  pitfall: "fix",
  workflow: "workflow",
  workflow_pattern: "workflow",
  policy: "rule",
  preference: "rule",
  habit: "habit",
  preferred_cwd: "habit",
  recurring_command: "habit",
  accepted_substitution: "habit",
};

/** Counted habits and changes have a label; new statements are shown as they are. */
function textOf({ act, origin, text, label }: SuggestionView): string {
  return origin === "observed" || act !== "keep" ? label : text;
}

function placeOf({ id, name, paths }: Project) {
  return { id, name, root: paths[0] ?? "" };
}
