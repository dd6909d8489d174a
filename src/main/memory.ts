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
import type { ActAsk } from "../verbs/guards/check-act.ts";
import type { ActOutcome, AgentAct } from "../verbs/guards/guard-verbs.ts";
import { historyVerbs } from "../verbs/history/history-verbs.ts";
import { captureStatements } from "../verbs/learning/capture-statements.ts";
import { resource, sessionSecret } from "../verbs/memory/artifacts/session-block.ts";
import { startBlock } from "../verbs/memory/artifacts/start-block.ts";
import { projectVerbs } from "../verbs/project/project-verbs.ts";
import { reading } from "../verbs/recalling/read-verbs.ts";
import { changedFileVerbs } from "../verbs/record/kept/changed-file-verbs.ts";
import { recordVerbs } from "../verbs/record/kept/record-verbs.ts";
import { sessionVerbs } from "../verbs/session/transcripts/session-verbs.ts";
import { isSample } from "../verbs/setup/sample-mark.ts";
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

/** Verbs that are rarely used and load much, so their modules are imported when they run. */
function lazyVerbs(call: CallContext) {
  const from = onDemand(call);
  return {
    ...from(() => import("../verbs/memory/artifacts/write-artifacts.ts"), { writeArtifacts: "writeArtifacts" }),
    ...from(() => import("../verbs/memory/notes/import-memories.ts"), { importMemories: "importMemories" }),
    ...from(() => import("../verbs/memory/clear-memory.ts"), { clearable: "clearable", clear: "clear" }),
    ...from(() => import("../verbs/learning/read-sessions.ts"), { extract: "readSessions", enqueue: "enqueue" }),
    ...from(() => import("../verbs/learning/explain-learning.ts"), {
      whyNot: "reasonsFor",
      learnedFrom: "learnedFrom",
    }),
    ...from(() => import("../verbs/learning/learn.ts"), { learn: "learn" }),
    ...from(() => import("../verbs/learning/offer-reader.ts"), { readerOffer: "readerOffer" }),
    ...from(() => import("../verbs/nominations/nominate.ts"), { nominate: "nominate" }),
    ...from(() => import("../verbs/session/transcripts/read-conversation.ts"), {
      ...{ conversation: "readConversation", givenTo: "givenTo" },
      ...{ askedFirst: "askedFirst", sessionTallies: "sessionTallies" },
    }),
    ...from(() => import("../verbs/setup/sample.ts"), { addSample: "addSample", removeSample: "removeSample" }),
    ...from(() => import("../verbs/setup/survey-machine.ts"), {
      ...{ survey: "survey", learnFromMachine: "learnFromMachine", sourcesHere: "sourcesHere" },
    }),
    ...from(() => import("../verbs/recalling/preview.ts"), {
      ...{ previewRecall: "previewRecall", previewBrief: "previewBrief" },
    }),
    ...from(() => import("../verbs/findings/first-findings.ts"), { findings: "firstFindings" }),
    ...from(() => import("../verbs/project/project-counts.ts"), { projectCounts: "countProjects" }),
    ...from(() => import("../verbs/status/insights.ts"), {
      ...{ insights: "insights", modelUse: "modelUse", strengthOverTime: "strengthOverTime" },
    }),
    ...from(() => import("../verbs/effect/effect.ts"), { effect: "effect" }),
    ...from(() => import("../verbs/predicting/predict-verbs.ts"), { predict: "predict" }),
    expireTranscripts: async () =>
      (await import("../verbs/session/transcripts/expire-transcripts.ts")).expireTranscripts(call, {
        mostSlices: Number.POSITIVE_INFINITY,
      }),
    programsHere: async () => (await import("../verbs/setup/install-verbs.ts")).installVerbs(call.env).targets(),
    connections: async () => (await import("../verbs/setup/connections.ts")).connections(call.env),
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
  const from = onDemand(call);
  return {
    spaces: () => joinedSpaces(call),
    isJoined: async () => (await joinedSpaces(call)).length > 0,
    sync: () => exchangeWithSpaces(call),
    ...from(() => import("../verbs/team/space/spaces-here.ts"), {
      ...{ space: "space", join: "join", leave: "leave", route: "route", unroute: "unroute" },
    }),
    ...from(() => import("../verbs/team/space/accept-records.ts"), {
      ...{ acceptable: "acceptable", acceptSpace: "acceptSpace", acceptRecords: "acceptRecords" },
    }),
    ...from(() => import("../verbs/team/space/server-acts.ts"), {
      ...{ members: "members", invite: "invite", removeMember: "removeMember", audit: "audit" },
      ...{ proposals: "proposals", decideProposal: "decideProposal" },
    }),
  };
}

/** The person's own machines. */
function syncing(call: CallContext) {
  const from = onDemand(call);
  return {
    ...from(() => import("../verbs/sync/remotes.ts"), {
      ...{ addRemote: "useRemote", removeRemote: "dropRemotes", syncNow: "exchangeWithRemotes" },
      syncStatus: "remotesNow",
    }),
    ...from(() => import("../verbs/sync/machine-keys.ts"), {
      ...{ machines: "knownMachines", confirmMachine: "confirmKey" },
      ...{ revokeMachine: "revokeKeys", rotateKey: "renewKey" },
    }),
  };
}
