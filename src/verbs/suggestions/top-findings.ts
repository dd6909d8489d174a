/** Gathers what was learned, in every project on this machine, as things that are useful to see. */

import type { House } from "../../context/call-context.ts";
import { inProjectOf } from "../../context/in-other-project.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { Project } from "../../core/project/project.ts";
import type { MemoryRecord, RecordType } from "../../core/record/record.ts";
import { isThere } from "../../store/local/files/durable-files.ts";
import { projectRecords } from "../../store/local/files/home.ts";
import { reading } from "../recalling/read-verbs.ts";
import type { RecordView } from "../records/record-view.ts";
import { SAMPLE, SAMPLE_PROJECT } from "../setup/sample-mark.ts";
import { suggestionVerbs } from "./suggestion-verbs.ts";
import type { SuggestionView } from "./suggestion-view.ts";
import { mostUseful, type Useful, type UsefulKind } from "./useful.ts";

/** Each has to be opened; those that were met last come first. */
const MOST_PROJECTS = 40;

/** What is made up is shown only where nothing else is. */
export async function mostUsefulLearned(house: House, limit?: number): Promise<readonly Useful[]> {
  const all = [...(await suggested(house)), ...(await kept(house))];
  const own = all.filter(({ project }) => project?.id !== SAMPLE_PROJECT);
  return mostUseful(own.length === 0 ? all : own, limit);
}

async function suggested(house: House): Promise<Useful[]> {
  const named = new Map(house.store.registry.all().map((project) => [project.id, project]));
  const pending = await suggestionVerbs(house).suggestions("pending");
  return pending.map((one): Useful => {
    const project = one.project === undefined ? undefined : named.get(one.project);
    return {
      ...{ kind: KIND_OF[one.kind] ?? "known", id: one.id, text: textOf(one), why: one.reason, isSuggestion: true },
      ...{ confidence: one.confidence, count: one.evidence.count, about: one.key.split(" → ") },
      ...(project !== undefined && { project: placeOf(project) }),
    };
  });
}

async function kept(house: House): Promise<Useful[]> {
  const { store } = house;
  const own = await reading(house).list({ status: "active", scopes: ["global"] });
  const found = own.filter(wasLearned).map((record) => usefulOf(record));
  const projects = store.registry.all().filter(({ id }) => isThere(projectRecords(store.home, id)));
  for (const project of projects.toReversed().slice(0, MOST_PROJECTS)) {
    try {
      found.push(...(await inProjectOf(house, project.id, (there) => keptThere(there, project))));
    } catch (error) {
      // What belongs to a directory that is gone is of no use now.
      if (!(error instanceof OldhandError) || error.code !== "not-found") throw error;
    }
  }
  return found;
}

async function keptThere(there: House, project: Project): Promise<Useful[]> {
  const { list } = reading(there);
  const stale = await list({ status: "active", scopes: ["project"], stale: true });
  const gone = new Set(stale.map(({ id }) => id));
  const records = (await list({ status: "active", scopes: ["project"] })).filter(
    (record) => wasLearned(record) && !gone.has(record.id),
  );
  return [...stale, ...records].map((record) => ({ ...usefulOf(record), project: placeOf(project) }));
}

/** What a person told it is known to that person; what a repository carries was learned elsewhere. */
function wasLearned({ origin, trust, tags }: MemoryRecord): boolean {
  return trust !== "repo" && (origin !== "told" || tags.includes(SAMPLE));
}

function usefulOf(record: RecordView): Useful {
  const { id, type, text, key, confidence, reinforcement, stale, origin, source } = record;
  const isFix = type === "pitfall" && ERROR_MARK.test(key);
  const kind = stale !== undefined ? "stale" : isFix ? "fix" : (KIND_OF[type] ?? "known");
  const why = stale === undefined ? `${origin}, ${source}` : `no longer true: ${stale.why}`;
  return { kind, id, text, why, confidence, count: reinforcement, about: [], isSuggestion: false };
}

/** The key of an error and its fix ends with the mark of the error. */
const ERROR_MARK = / [0-9a-f]{12}$/;

const KIND_OF: Partial<Readonly<Record<SuggestionView["kind"] | RecordType, UsefulKind>>> = {
  workflow: "workflow",
  workflow_pattern: "workflow",
  policy: "rule",
  preference: "rule",
  habit: "habit",
  preferred_cwd: "habit",
  recurring_command: "habit",
  accepted_substitution: "habit",
};

/** What was said stands for itself; what was counted has a label. */
function textOf({ origin, text, label }: SuggestionView): string {
  return origin === "observed" ? label : text;
}

function placeOf({ id, name, paths }: Project) {
  return { id, name, root: paths[0] ?? "" };
}
