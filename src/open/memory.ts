/** The product on one screen: opens the memory, runs what is due, and offers these verbs. */
import { actorOf, type CallContext, ensureRegistered, readContext, type Settled } from "../context/call-context.ts";
import { type Env, environment } from "../context/environment.ts";
import { openForWriting } from "../context/open-for-writing.ts";
import { sessionOf } from "../context/place.ts";
import { type CallOptions, readSettings, resolvePlace } from "../context/resolve-place.ts";
import { count } from "../core/text/wording.ts";
import { rankEntries } from "../recall/rank-entries.ts";
import { countsIn } from "../store/local/index/search-records.ts";
import type { Consolidated } from "../verbs/artifacts/consolidate.ts";
import { resource, sessionSecret } from "../verbs/artifacts/session-block.ts";
import { startBlock } from "../verbs/artifacts/start-block.ts";
import type { Written } from "../verbs/artifacts/write-artifacts.ts";
import { askingVerbs } from "../verbs/asking/ask-verbs.ts";
import { plannerContext } from "../verbs/asking/planner-context.ts";
import { historyVerbs } from "../verbs/history/history-verbs.ts";
import { captureStatements } from "../verbs/learning/capture-statements.ts";
import { takeToShow } from "../verbs/learning/judged-folders.ts";
import { mayCallModel } from "../verbs/learning/pipeline-settings.ts";
import type { PipelineOptions } from "../verbs/learning/run-pipeline.ts";
import type { ClearAsk } from "../verbs/maintenance/clear-memory.ts";
import { maintenanceVerbs } from "../verbs/maintenance/maintenance-verbs.ts";
import { projectVerbs } from "../verbs/maintenance/project-verbs.ts";
import { settingVerbs } from "../verbs/maintenance/setting-verbs.ts";
import { transferVerbs } from "../verbs/maintenance/transfer-verbs.ts";
import type { Nominated } from "../verbs/nominations/admit-nomination.ts";
import { reading } from "../verbs/recalling/read-verbs.ts";
import { changedFileVerbs } from "../verbs/records/changed-file-verbs.ts";
import { episodeVerbs } from "../verbs/records/episode-verbs.ts";
import type { MemoriesAsk } from "../verbs/records/import-memories.ts";
import { recordVerbs } from "../verbs/records/record-verbs.ts";
import { ticketVerbs } from "../verbs/records/ticket-verbs.ts";
import { workflowVerbs } from "../verbs/records/workflow-verbs.ts";
import type { ReadAsk } from "../verbs/sessions/readable-sessions.ts";
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

type ConsolidatedHere = Consolidated & {
  /** The project's files, if they were written. */
  readonly artifacts?: Written;
  /** In a dry run: the model that would word the files, and the most tokens it would take. */
  readonly wording?: { readonly model: string; readonly mostTokens: number };
};

export async function openMemory(env: Env = environment(), options: OpenOptions = {}) {
  const call = await openForWriting(env, options);
  if (call.place.project?.known) ensureRegistered(call);
  const settled = options.settle === "files" ? { missing: await call.store.refresh("sweep") } : await settle(call);
  if (options.note !== undefined && actorOf(env) === "person") await showArchived(call, options.note);
  return verbsOf(call, settled);
}

/** Once, to a person: what was archived because the rules for learning changed. */
async function showArchived({ store }: CallContext, note: (text: string) => void): Promise<void> {
  const ids = takeToShow(store);
  if (ids.length === 0) return;
  const found = await Promise.all(ids.slice(0, MOST_SHOWN).map((id) => store.records.get(id)));
  const lines = found.flatMap((kept) => (kept === undefined ? [] : [`  ${kept.record.text.split("\n")[0]}`]));
  const more = ids.length > MOST_SHOWN ? [`  and ${ids.length - MOST_SHOWN} more`] : [];
  note(
    [
      `Archived ${count(ids.length, "record")} that an older version learned and the current rules would not:`,
      ...lines,
      ...more,
      "List them with `oldhand record list --status archived`, bring all of them back with `oldhand undo`.",
    ].join("\n"),
  );
}

const MOST_SHOWN = 20;

export function verbsOf(call: CallContext, settled: Settled) {
  const { store } = call;
  const records = recordVerbs(call);
  const reads = reading(call);
  const lazy = lazyVerbs(call, records);
  return {
    ...reads,
    ...records,
    ...changedFileVerbs(call),
    ...suggestionVerbs(call),
    ...settingVerbs(call),
    ...maintenanceVerbs(call, settled),
    ...historyVerbs(call, settled),
    ...workflowVerbs(call, records),
    context: () => plannerContext(call),
    ...askingVerbs(call),
    ...episodeVerbs(call),
    /** Also writes the project's files. */
    async consolidate({ dryRun = false }: { dryRun?: boolean } = {}): Promise<ConsolidatedHere> {
      const done = await (await import("../verbs/artifacts/consolidate.ts")).consolidate(call, { dryRun });
      if (call.project === undefined) return done;
      if (dryRun) return { ...done, ...(await wordingPlan(call)) };
      return { ...done, artifacts: await lazy.writeArtifacts() };
    },
    resource: async (address: string): Promise<string> => resource(call, address),
    startBlock: async (session: string): Promise<string> =>
      startBlock({ ...call, state: store.state, secret: () => sessionSecret(store.state) }, session),
    hasSample: (): boolean => isSample(store),
    ...lazy,
    ...ticketVerbs(call, reads),
    ...sessionVerbs(call),
    capture: (message: string, options?: { source?: string }) => captureStatements(call, message, options),
    ...transferVerbs(call, records.add),
    projects: projectVerbs(call),
    recordCounts: () => countsIn(store.index, store.folders),
    close: store.close,
  };
}

/** What wording the project's memory would take; nothing if no model may be called or nothing changed. */
async function wordingPlan(call: CallContext): Promise<Pick<ConsolidatedHere, "wording">> {
  if (!mayCallModel(call.config, "smol")) return {};
  const { authorOf } = await import("../verbs/artifacts/word-by-model.ts");
  const asked = await authorOf(call, { inBackground: false }).reserve();
  return asked === undefined ? {} : { wording: { model: asked.model, mostTokens: asked.tokens } };
}

/** Verbs that are rarely used and load much, so their modules are imported when they run. */
function lazyVerbs(call: CallContext, records: ReturnType<typeof recordVerbs>) {
  const artifacts = () => import("../verbs/artifacts/write-artifacts.ts");
  const clearing = () => import("../verbs/maintenance/clear-memory.ts");
  const extracting = () => import("../verbs/learning/extract-sessions.ts");
  const insights = () => import("../verbs/maintenance/insights.ts");
  const sample = () => import("../verbs/setup/sample.ts");
  const surveying = () => import("../verbs/setup/survey-machine.ts");
  return {
    writeArtifacts: async () => (await artifacts()).writeArtifacts(call, records),
    importMemories: async (ask?: MemoriesAsk) =>
      (await import("../verbs/records/import-memories.ts")).importMemories(call, ask),
    extract: async () => (await extracting()).extract(call),
    whyNot: async (text: string) => (await extracting()).reasonsFor(call, text),
    enqueue: async () => (await extracting()).enqueue(call),
    nominate: async (nominated: Nominated) =>
      (await import("../verbs/nominations/nominate.ts")).nominate(call, nominated),
    learnedFrom: async (session: string) => (await extracting()).learnedFrom(call, session),
    learn: async (options?: PipelineOptions) =>
      (await import("../verbs/learning/run-pipeline.ts")).runPipeline(call, options),
    learnable: async (ask?: ReadAsk) => (await import("../verbs/nominations/read-by-model.ts")).planPipeline(call, ask),
    readerOffer: async () => (await import("../verbs/nominations/read-by-model.ts")).readerOffer(call),
    expireTranscripts: async () =>
      (await import("../verbs/sessions/expire-transcripts.ts")).expireTranscripts(call, {
        mostSlices: Number.POSITIVE_INFINITY,
      }),
    addSample: async () => (await sample()).addSample(call),
    removeSample: async () => (await sample()).removeSample(call),
    survey: async () => (await surveying()).survey(call),
    learnFromMachine: async (found: Survey, progress: (text: string) => void) =>
      (await surveying()).learnFromMachine(call, found, progress),
    sourcesHere: async () => (await surveying()).sourcesHere(call),
    programsHere: async () => (await import("../verbs/setup/install-verbs.ts")).installVerbs(call.env).targets(),
    mostUseful: async (limit?: number) =>
      (await import("../verbs/suggestions/top-findings.ts")).mostUsefulLearned(call, limit),
    insights: async () => (await insights()).insights(call),
    strengthOverTime: async (id: string) => (await insights()).strengthOverTime(call, id),
    clearable: async (ask: ClearAsk) => (await clearing()).clearable(call, ask),
    clear: async (ask: ClearAsk) => (await clearing()).clear(call, ask),
  };
}

/** For a home that cannot be written: the reading verbs, over the current files. */
export async function openReadOnly(env: Env, options: CallOptions) {
  const place = resolvePlace(env, options);
  const { home, folders } = place;
  const { openReadOnlyStore } = await import("../store/local/read-only-store.ts");
  const store = await openReadOnlyStore({
    home,
    folders,
    clock: env.clock,
    session: sessionOf(env),
    rank: rankEntries,
  });
  const settings = await readSettings(home, options);
  return {
    ...reading(readContext({ env, config: settings.config, place, store })),
    ...settingVerbs({ env, home, ...settings }),
    close: store.close,
  };
}
