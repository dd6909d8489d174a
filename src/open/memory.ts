/** The product on one screen: opens the memory, runs what is due, and offers these verbs. */

import { type CallContext, ensureRegistered, readContext, type Settled } from "../context/call-context.ts";
import { type Env, environment } from "../context/environment.ts";
import { openForWriting } from "../context/open-for-writing.ts";
import { sessionOf } from "../context/place.ts";
import { type CallOptions, rawConfig, resolvePlace } from "../context/resolve-place.ts";
import { readConfig } from "../core/base/config.ts";
import { countsIn } from "../store/local/index/search-records.ts";
import type { Consolidated } from "../verbs/artifacts/consolidate.ts";
import type { Written } from "../verbs/artifacts/write-artifacts.ts";
import { askingVerbs } from "../verbs/asking/ask-verbs.ts";
import { plannerContext } from "../verbs/asking/planner-context.ts";
import { historyVerbs } from "../verbs/history/history-verbs.ts";
import { captureStatements } from "../verbs/learning/capture-statements.ts";
import { mayCallModel } from "../verbs/learning/pipeline-settings.ts";
import type { PipelineOptions } from "../verbs/learning/run-pipeline.ts";
import { careVerbs } from "../verbs/maintenance/maintenance-verbs.ts";
import { projectVerbs } from "../verbs/maintenance/project-verbs.ts";
import { settingVerbs } from "../verbs/maintenance/setting-verbs.ts";
import { transferVerbs } from "../verbs/maintenance/transfer-verbs.ts";
import { reading } from "../verbs/recalling/read-verbs.ts";
import { episodeVerbs } from "../verbs/records/episode-verbs.ts";
import type { MemoriesAsk } from "../verbs/records/import-memories.ts";
import { recordVerbs } from "../verbs/records/record-verbs.ts";
import { ticketVerbs } from "../verbs/records/ticket-verbs.ts";
import { workflowVerbs } from "../verbs/records/workflow-verbs.ts";
import { sessionVerbs } from "../verbs/sessions/session-verbs.ts";
import { isSample } from "../verbs/setup/sample-mark.ts";
import type { Survey } from "../verbs/setup/survey-machine.ts";
import { suggestionVerbs } from "../verbs/suggestions/suggestion-verbs.ts";
import { settle } from "./settle.ts";

export type OpenOptions = CallOptions & {
  /** `all` (default) runs what is due; `files` only looks at what changed in the files. */
  readonly settle?: "all" | "files";
};

export type Memory = ReturnType<typeof verbsOf>;

export type ConsolidatedHere = Consolidated & {
  /** The project's files, where they were written. */
  readonly artifacts?: Written;
  /** In a dry run: what a model would be asked to word, and what that takes at most. */
  readonly wording?: WordingPlan;
};

type WordingPlan = { readonly model: string; readonly mostTokens: number };

export async function openMemory(env: Env = environment(), options: OpenOptions = {}) {
  const call = await openForWriting(env, options);
  if (call.place.project?.known) ensureRegistered(call);
  const settled = options.settle === "files" ? { missing: await call.store.refresh("sweep") } : await settle(call);
  return verbsOf(call, settled);
}

export function verbsOf(call: CallContext, settled: Settled) {
  const { store } = call;
  const records = recordVerbs(call);
  const reads = reading(call);
  return {
    ...reads,
    ...records,
    ...suggestionVerbs(call),
    ...settingVerbs(call),
    ...careVerbs(call, settled),
    ...historyVerbs(call, settled),
    ...workflowVerbs(call, records),
    context: () => plannerContext(call),
    ...askingVerbs(call),
    ...episodeVerbs(call),
    /** Then the project's files are written anew, from what is left. */
    async consolidate({ dryRun = false }: { dryRun?: boolean } = {}): Promise<ConsolidatedHere> {
      const swept = await (await import("../verbs/artifacts/consolidate.ts")).consolidate(call, { dryRun });
      if (call.project === undefined) return swept;
      if (dryRun) return { ...swept, ...(await wordingPlan(call)) };
      return {
        ...swept,
        artifacts: await (await import("../verbs/artifacts/write-artifacts.ts")).writeArtifacts(call, records),
      };
    },
    ...later(call, records),
    ...ticketVerbs(call, reads),
    ...sessionVerbs(call),
    capture: (message: string, options?: { source?: string }) => captureStatements(call, message, options),
    ...transferVerbs(call, records.add),
    projects: projectVerbs(call),
    recordCounts: () => countsIn(store.index, store.folders),
    close: store.close,
  };
}

/** What a model would need to word the project's memory; nothing where none may be called or nothing changed. */
async function wordingPlan(call: CallContext): Promise<{ wording?: WordingPlan }> {
  if (!mayCallModel(call.config, "smol")) return {};
  const asked = await (await import("../verbs/artifacts/word-by-model.ts"))
    .authorOf(call, { inPassing: false })
    .reserve();
  return asked === undefined ? {} : { wording: { model: asked.model, mostTokens: asked.tokens } };
}

/** Verbs that load much and are seldom asked for. */
function later(call: CallContext, records: ReturnType<typeof recordVerbs>) {
  const artifacts = () => import("../verbs/artifacts/write-artifacts.ts");
  const extracting = () => import("../verbs/learning/extract-sessions.ts");
  return {
    writeArtifacts: async () => (await artifacts()).writeArtifacts(call, records),
    resource: async (address: string) => (await import("../verbs/artifacts/read-artifacts.ts")).resource(call, address),
    startBlock: async (session: string) =>
      (await import("../verbs/artifacts/read-artifacts.ts")).startBlock(call, session),
    importMemories: async (ask?: MemoriesAsk) =>
      (await import("../verbs/records/import-memories.ts")).importMemories(call, ask),
    extract: async () => (await extracting()).extract(call),
    learn: async (options: PipelineOptions = {}) =>
      (await import("../verbs/learning/run-pipeline.ts")).runPipeline(call, options),
    learnable: async () => (await import("../verbs/learning/plan-pipeline.ts")).planPipeline(call),
    addSample: async () => (await import("../verbs/setup/sample.ts")).addSample(call),
    removeSample: async () => (await import("../verbs/setup/sample.ts")).removeSample(call),
    survey: async () => (await import("../verbs/setup/survey-machine.ts")).survey(call),
    learnFromMachine: async (found: Survey, progress: (text: string) => void) =>
      (await import("../verbs/setup/survey-machine.ts")).learnFromMachine(call, found, progress),
    mostUseful: async (limit?: number) =>
      (await import("../verbs/suggestions/top-findings.ts")).mostUsefulLearned(call, limit),
    hasSample: (): boolean => isSample(call.store),
    whyNot: async (text: string) => (await extracting()).reasonsFor(call, text),
    letGo: async () =>
      (await import("../verbs/sessions/expire-transcripts.ts")).letGo(call, { mostSlices: Number.POSITIVE_INFINITY }),
    enqueue: async () => (await extracting()).enqueue(call),
    pictures: async () => (await import("../verbs/maintenance/insights.ts")).pictures(call),
    strengthPicture: async (id: string) => (await import("../verbs/maintenance/insights.ts")).strengthPicture(call, id),
    programsHere: async () => (await import("../verbs/setup/install-verbs.ts")).installingVerbs(call.env).targets(),
    sourcesHere: async () => (await import("../verbs/setup/list-sources.ts")).sourcesHere(call),
    learnedFrom: async (session: string) =>
      (await import("../verbs/learning/extract-sessions.ts")).learnedFrom(call, session),
    clearable: async (ask: { everywhere: boolean }) =>
      (await import("../verbs/maintenance/clear-memory.ts")).clearable(call, ask),
    clear: async (ask: { everywhere: boolean }) =>
      (await import("../verbs/maintenance/clear-memory.ts")).clear(call, ask),
  };
}

/** For a home that cannot be written: the reading verbs, from the files as they are. */
export async function openReadOnly(env: Env, options: CallOptions) {
  const place = resolvePlace(env, options);
  const { home, folders } = place;
  const { openReadOnlyStore } = await import("../store/local/read-only-store.ts");
  const store = await openReadOnlyStore({ home, folders, clock: env.clock, session: sessionOf(env) });
  const raw = await rawConfig(home);
  const config = readConfig(raw);
  return {
    ...reading(readContext({ env, config, place, store })),
    ...settingVerbs({ home, config, raw }),
    close: store.close,
  };
}
