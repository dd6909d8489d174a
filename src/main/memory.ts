/** The product on one screen: opens the memory, runs what is due, and offers these verbs. */

import { askingVerbs } from "../verbs/asking/ask-verbs.ts";
import { plannerContext } from "../verbs/asking/planner-context.ts";
import type { CallContext, Settled } from "../verbs/call/call-context.ts";
import { type Env, environment } from "../verbs/call/environment.ts";
import { settingVerbs } from "../verbs/config/setting-verbs.ts";
import type { InputFields, InputOf } from "../verbs/declare/field.ts";
import { readInput } from "../verbs/declare/read-input.ts";
import { type DeclaredVerb, type Needs, programCall } from "../verbs/declare/verb.ts";
import { episodeVerbs } from "../verbs/episode/episode-verbs.ts";
import type { FindingsAsk } from "../verbs/findings/first-findings.ts";
import type { ActAsk } from "../verbs/guards/check-act.ts";
import type { ActOutcome, AgentAct } from "../verbs/guards/guard-verbs.ts";
import { historyVerbs } from "../verbs/history/history-verbs.ts";
import { captureStatements } from "../verbs/learning/capture-statements.ts";
import type { LearnOptions } from "../verbs/learning/learn.ts";
import { resource, sessionSecret } from "../verbs/memory/artifacts/session-block.ts";
import { startBlock } from "../verbs/memory/artifacts/start-block.ts";
import type { ClearAsk } from "../verbs/memory/clear-memory.ts";
import type { MemoriesAsk } from "../verbs/memory/notes/find-notes.ts";
import type { Nominated } from "../verbs/nominations/admit-nominations.ts";
import type { PredictAsk } from "../verbs/predicting/predict-verbs.ts";
import { projectVerbs } from "../verbs/project/project-verbs.ts";
import { reading } from "../verbs/recalling/read-verbs.ts";
import { changedFileVerbs } from "../verbs/record/kept/changed-file-verbs.ts";
import { recordVerbs } from "../verbs/record/kept/record-verbs.ts";
import { sessionVerbs } from "../verbs/session/transcripts/session-verbs.ts";
import { isSample } from "../verbs/setup/sample-mark.ts";
import type { Survey } from "../verbs/setup/survey-machine.ts";
import type { InsightRange } from "../verbs/status/insights.ts";
import { suggestionVerbs } from "../verbs/suggestion/sources/suggestion-verbs.ts";
import { exchangeWithSpaces, joinedSpaces } from "../verbs/team/space/joined-spaces.ts";
import { ticketVerbs } from "../verbs/ticket/ticket-verbs.ts";
import { maintenanceVerbs } from "../verbs/upkeep/maintenance-verbs.ts";
import { transferVerbs } from "../verbs/upkeep/transfer-verbs.ts";
import { workflowVerbs } from "../verbs/workflow/workflow-verbs.ts";
import { onDemand } from "./on-demand.ts";
import { type OpenOptions, openCall } from "./open-call.ts";

export type { OpenOptions } from "./open-call.ts";

export type Memory = ReturnType<typeof verbsOf>;

export async function openMemory(env: Env = environment(), options: OpenOptions = {}): Promise<Memory> {
  const { context, settled } = await openCall(env, options);
  return verbsOf(context, settled);
}

export function verbsOf(call: CallContext, settled: Settled) {
  const { store } = call;
  const records = recordVerbs(call);
  const reads = reading(call);
  const lazy = lazyVerbs(call);
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
    ...lazyGuards(call),
    ...episodeVerbs(call),
    /** Also writes the project's files. */
    consolidate: async ({ dryRun = false }: { dryRun?: boolean } = {}) =>
      (await import("../verbs/upkeep/consolidate.ts")).consolidateHere(call, { dryRun }),
    predict: async (ask?: PredictAsk) => (await import("../verbs/predicting/predict-verbs.ts")).predict(call, ask),
    resource: async (address: string): Promise<string> => resource(call, address),
    startBlock: async (session: string): Promise<string> =>
      startBlock({ ...call, state: store.state, secret: () => sessionSecret(store.state) }, session),
    hasSample: (): boolean => isSample(store),
    ...lazy,
    ...syncing(call),
    team: teamOf(call),
    ...ticketVerbs(call, reads),
    ...sessionVerbs(call),
    capture: (message: string, options?: { source?: string }) => captureStatements(call, message, options),
    ...transferVerbs(call, records.add),
    projects: projectVerbs(call),
    /** Runs a verb as every face does; the result is the document that --json prints. */
    run: <F extends InputFields, R extends object>(
      verb: DeclaredVerb<string, F, Needs, R>,
      input: InputOf<F>,
    ): Promise<R> =>
      verb.run(
        programCall({ context: call, settled }),
        readInput(verb.input, input, { nowMs: call.clock(), project: call.project, cwd: call.env.cwd }),
      ),
    inside: { context: call, settled },
    close: store.close,
  };
}

type Preview = typeof import("../verbs/recalling/preview.ts");

/** Verbs that are rarely used and load much, so their modules are imported when they run. */
function lazyVerbs(call: CallContext) {
  const artifacts = () => import("../verbs/memory/artifacts/write-artifacts.ts");
  const clearing = () => import("../verbs/memory/clear-memory.ts");
  const explaining = () => import("../verbs/learning/explain-learning.ts");
  const reading = () => import("../verbs/learning/read-sessions.ts");
  const insights = () => import("../verbs/status/insights.ts");
  const preview = () => import("../verbs/recalling/preview.ts");
  const reader = () => import("../verbs/session/transcripts/read-conversation.ts");
  const sample = () => import("../verbs/setup/sample.ts");
  const surveying = () => import("../verbs/setup/survey-machine.ts");
  return {
    writeArtifacts: async () => (await artifacts()).writeArtifacts(call),
    importMemories: async (ask?: MemoriesAsk) =>
      (await import("../verbs/memory/notes/import-memories.ts")).importMemories(call, ask),
    extract: async () => (await reading()).readSessions(call),
    whyNot: async (text: string) => (await explaining()).reasonsFor(call, text),
    conversation: async (session: string, page: { readonly skip: number; readonly limit: number }) =>
      (await reader()).readConversation(call, session, page),
    givenTo: async (session: string) => (await reader()).givenTo(call, session),
    askedFirst: async (session: string) => (await reader()).askedFirst(call, session),
    sessionTallies: async () => (await reader()).sessionTallies(call),
    enqueue: async () => (await reading()).enqueue(call),
    nominate: async (nominated: Nominated) =>
      (await import("../verbs/nominations/nominate.ts")).nominate(call, nominated),
    learnedFrom: async (session: string) => (await explaining()).learnedFrom(call, session),
    learn: async (options?: LearnOptions) => (await import("../verbs/learning/learn.ts")).learn(call, options),
    readerOffer: async () => (await import("../verbs/learning/offer-reader.ts")).readerOffer(call),
    expireTranscripts: async () =>
      (await import("../verbs/session/transcripts/expire-transcripts.ts")).expireTranscripts(call, {
        mostSlices: Number.POSITIVE_INFINITY,
      }),
    addSample: async () => (await sample()).addSample(call),
    removeSample: async () => (await sample()).removeSample(call),
    survey: async () => (await surveying()).survey(call),
    learnFromMachine: async (found: Survey, progress: (text: string) => void) =>
      (await surveying()).learnFromMachine(call, found, progress),
    sourcesHere: async () => (await surveying()).sourcesHere(call),
    programsHere: async () => (await import("../verbs/setup/install-verbs.ts")).installVerbs(call.env).targets(),
    previewRecall: async (ask: Parameters<Preview["previewRecall"]>[1]) => (await preview()).previewRecall(call, ask),
    previewBrief: async (ask: Parameters<Preview["previewBrief"]>[1]) => (await preview()).previewBrief(call, ask),
    connections: async () => (await import("../verbs/setup/connections.ts")).connections(call.env),
    modelUse: async () => (await insights()).modelUse(call),
    /** At most five things worth knowing, each of another kind, with the command that keeps it. */
    findings: async (ask?: FindingsAsk) =>
      (await import("../verbs/findings/first-findings.ts")).firstFindings(call, ask),
    activity: async () => (await import("../verbs/project/project-counts.ts")).activity(call),
    /** Every known project with counts, the newest activity first, and the sums. */
    projectCounts: async (how?: { readonly isQuick?: boolean }) =>
      (await import("../verbs/project/project-counts.ts")).countProjects(call, how),
    insights: async (ask?: { readonly range?: InsightRange }) => (await insights()).insights(call, ask),
    /** What memory changes, measured. */
    effect: async (ask?: { readonly everywhere?: boolean }) =>
      (await import("../verbs/effect/effect.ts")).effect(call, ask),
    strengthOverTime: async (id: string) => (await insights()).strengthOverTime(call, id),
    clearable: async (ask: ClearAsk) => (await clearing()).clearable(call, ask),
    clear: async (ask: ClearAsk) => (await clearing()).clear(call, ask),
  };
}

/** Guards need the shell reader, which most commands do not load. */
function lazyGuards(call: CallContext) {
  const guards = async () => (await import("../verbs/guards/guard-verbs.ts")).guardVerbs(call);
  return {
    guards: async () => (await guards()).guards(),
    testGuards: async (ask: ActAsk) => (await guards()).testGuards(ask),
    guardLog: async (limit?: number) => (await guards()).guardLog(limit),
    beforeAct: async (act: AgentAct, isLate?: () => boolean) => (await guards()).beforeAct(act, isLate),
    afterAct: async (act: AgentAct, outcome: ActOutcome) => (await guards()).afterAct(act, outcome),
  };
}

function teamOf(call: CallContext) {
  return {
    spaces: () => joinedSpaces(call),
    isJoined: async () => (await joinedSpaces(call)).length > 0,
    sync: () => exchangeWithSpaces(call),
    ...onDemand(call, () => import("../verbs/team/space/spaces-here.ts"), {
      ...{ space: "space", join: "join", leave: "leave", route: "route", unroute: "unroute" },
    }),
    ...onDemand(call, () => import("../verbs/team/space/accept-records.ts"), {
      ...{ acceptable: "acceptable", acceptSpace: "acceptSpace", acceptRecords: "acceptRecords" },
    }),
    ...onDemand(call, () => import("../verbs/team/space/server-acts.ts"), {
      ...{ members: "members", invite: "invite", removeMember: "removeMember", audit: "audit" },
      ...{ proposals: "proposals", decideProposal: "decideProposal" },
    }),
  };
}

/** The person's own machines. */
function syncing(call: CallContext) {
  return {
    ...onDemand(call, () => import("../verbs/sync/remotes.ts"), {
      ...{ addRemote: "useRemote", removeRemote: "dropRemotes", syncNow: "exchangeWithRemotes" },
      syncStatus: "remotesNow",
    }),
    ...onDemand(call, () => import("../verbs/sync/machine-keys.ts"), {
      ...{ machines: "knownMachines", confirmMachine: "confirmKey" },
      ...{ revokeMachine: "revokeKeys", rotateKey: "renewKey" },
    }),
  };
}
