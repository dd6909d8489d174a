/** The product on one screen: a call enters, the house is put in order, and these are the verbs. */
import { readConfig } from "./core/base/config.ts";
import { randomBytes } from "./core/base/hash.ts";
import { idMaker } from "./core/base/id.ts";
import { type Entered, enter } from "./enter.ts";
import type { Env } from "./env.ts";
import { foldersOf, homeOf, sessionOf } from "./open.ts";
import { reading } from "./read.ts";
import { type Settled, settle } from "./settle.ts";
import { countsIn } from "./store/local/counts.ts";
import type { Written } from "./verbs/artifacts.ts";
import { askingVerbs } from "./verbs/asking.ts";
import { capturingVerbs } from "./verbs/capturing.ts";
import { careVerbs } from "./verbs/care.ts";
import type { Consolidated } from "./verbs/consolidating.ts";
import { episodeVerbs } from "./verbs/episodes.ts";
import { historyVerbs } from "./verbs/history.ts";
import { ensureRegistered } from "./verbs/house.ts";
import type { MemoriesAsk } from "./verbs/memories.ts";
import type { PipelineMeans } from "./verbs/pipeline.ts";
import { planningVerbs } from "./verbs/planning.ts";
import { projectVerbs } from "./verbs/projects.ts";
import { recordVerbs } from "./verbs/records.ts";
import { isSample } from "./verbs/sample-mark.ts";
import { sessionVerbs } from "./verbs/sessions.ts";
import { settingVerbs } from "./verbs/settings.ts";
import type { Survey } from "./verbs/setup.ts";
import { type EnterOptions, placeFor, rawConfig } from "./verbs/standing.ts";
import { suggestionVerbs } from "./verbs/suggestions.ts";
import { ticketVerbs } from "./verbs/tickets.ts";
import { transferVerbs } from "./verbs/transfer.ts";
import { mayCallModel } from "./verbs/tuning.ts";
import { workflowVerbs } from "./verbs/workflows.ts";

export type OpenOptions = EnterOptions & {
  /** `all` is everything that is due; `files` only looks at what changed in the files. */
  readonly settle: "all" | "files";
};

export type Memory = ReturnType<typeof verbsOf>;

type ConsolidatedHere = Consolidated & {
  /** The project's files, where they were written. */
  readonly artifacts?: Written;
  /** In a dry run: what a model would be asked to word, and what that takes at most. */
  readonly wording?: WordingPlan;
};

type WordingPlan = { readonly model: string; readonly mostTokens: number };

export async function openMemory(env: Env, options: OpenOptions) {
  const house = await enter(env, options);
  if (house.place.project?.known) ensureRegistered(house);
  const settled = options.settle === "all" ? await settle(house) : { missing: await house.store.refresh("sweep") };
  return verbsOf(house, settled);
}

export function verbsOf(house: Entered, settled: Settled) {
  const { store } = house;
  const records = recordVerbs(house);
  const reads = reading(house);
  return {
    ...reads,
    ...records,
    ...suggestionVerbs(house),
    ...settingVerbs(house),
    ...careVerbs(house, settled),
    ...historyVerbs(house, settled),
    ...workflowVerbs(house, records),
    ...planningVerbs(house),
    ...askingVerbs(house),
    ...episodeVerbs(house),
    /** Then the project's files are written anew, from what is left. */
    async consolidate({ dryRun = false }: { dryRun?: boolean } = {}): Promise<ConsolidatedHere> {
      const swept = await (await import("./verbs/consolidating.ts")).consolidate(house, { dryRun });
      if (house.project === undefined) return swept;
      if (dryRun) return { ...swept, ...(await wordingPlan(house)) };
      return { ...swept, artifacts: await (await import("./verbs/artifacts.ts")).writeArtifacts(house, records) };
    },
    ...later(house, records),
    ...ticketVerbs(house, reads),
    ...sessionVerbs(house),
    ...capturingVerbs(house, records),
    ...transferVerbs(house, records.add),
    projects: projectVerbs(house),
    recordCounts: () => countsIn(store.index, store.folders),
    close: store.close,
  };
}

/** What a model would need to word the project's memory; nothing where none may be called or nothing changed. */
async function wordingPlan(house: Entered): Promise<{ wording?: WordingPlan }> {
  if (!mayCallModel(house.config, "smol")) return {};
  const asked = await (await import("./verbs/wording.ts")).authorOf(house, { inPassing: false }).reserve();
  return asked === undefined ? {} : { wording: { model: asked.model, mostTokens: asked.tokens } };
}

/** Verbs that load much and are seldom asked for. */
function later(house: Entered, records: ReturnType<typeof recordVerbs>) {
  const artifacts = () => import("./verbs/artifacts.ts");
  const extracting = () => import("./verbs/extracting.ts");
  return {
    writeArtifacts: async () => (await artifacts()).writeArtifacts(house, records),
    resource: async (address: string) => (await artifacts()).resource(house, address),
    startBlock: async (session: string) => (await artifacts()).startBlock(house, session),
    importMemories: async (ask?: MemoriesAsk) => (await import("./verbs/memories.ts")).importMemories(house, ask),
    extract: async () => (await extracting()).extract(house),
    learn: async (means: PipelineMeans = {}) => (await import("./verbs/pipeline.ts")).runPipeline(house, means),
    learnable: async () => (await import("./verbs/pipeline-plan.ts")).planPipeline(house),
    addSample: async () => (await import("./verbs/sample.ts")).addSample(house),
    removeSample: async () => (await import("./verbs/sample.ts")).removeSample(house),
    survey: async () => (await import("./verbs/setup.ts")).survey(house),
    learnFromMachine: async (found: Survey, progress: (text: string) => void) =>
      (await import("./verbs/setup.ts")).learnFromMachine(house, found, progress),
    mostUseful: async (limit?: number) => (await import("./verbs/learned.ts")).mostUsefulLearned(house, limit),
    hasSample: (): boolean => isSample(house.store),
    whyNot: async (text: string) => (await extracting()).reasonsFor(house, text),
    letGo: async () => (await import("./verbs/letting-go.ts")).letGo(house, { mostSlices: Number.POSITIVE_INFINITY }),
    enqueue: async () => (await extracting()).enqueue(house),
    pictures: async () => (await import("./verbs/pictures.ts")).pictures(house),
    strengthPicture: async (id: string) => (await import("./verbs/pictures.ts")).strengthPicture(house, id),
    programsHere: async () => (await import("./verbs/installing.ts")).installingVerbs(house.env).targets(),
    sourcesHere: async () => (await import("./verbs/sources.ts")).sourcesHere(house),
    learnedFrom: async (session: string) => (await import("./verbs/extracting.ts")).learnedFrom(house, session),
    clearable: async (ask: { everywhere: boolean }) => (await import("./verbs/clearing.ts")).clearable(house, ask),
    clear: async (ask: { everywhere: boolean }) => (await import("./verbs/clearing.ts")).clear(house, ask),
  };
}

/** For a home that cannot be written: the reading verbs, from the files as they are. */
export async function openReadOnly(env: Env, options: OpenOptions) {
  const home = homeOf(env);
  const place = placeFor(env, home, options);
  const folders = foldersOf(home, place.project, place.shared);
  const { openReadOnlyStore } = await import("./store/local/read-only-store.ts");
  const store = await openReadOnlyStore({ home, folders, session: sessionOf(env) });
  const raw = await rawConfig(home);
  const config = readConfig(raw);
  const house = {
    clock: env.clock,
    config,
    project: place.project,
    search: store.search,
    get: async (id: string) => store.server.byId(id),
    journal: store.journal,
    newId: idMaker(env.clock),
    random: randomBytes,
  };
  return { ...reading(house), ...settingVerbs({ home, config, raw }), close: store.close };
}
