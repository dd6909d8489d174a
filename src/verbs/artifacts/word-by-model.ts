/** Asks the configured model to word a project's memory: what it is asked, and what of its answer can be used. */

import { applyWording } from "../../consolidate/artifacts/apply-wording.ts";
import { answeredArtifacts } from "../../consolidate/artifacts/model-answer.ts";
import { type CallContext, demandProject } from "../../context/call-context.ts";
import type { Artifacts } from "../../core/artifact/artifacts.ts";
import type { Claim, ClaimAsk } from "../../core/job/job.ts";
import type { RecordId } from "../../core/record/record.ts";
import type { Consolidation } from "../../model/answer-schemas.ts";
import { modelFor } from "../../model/model.ts";
import { writeMemory } from "../../model/write-memory.ts";
import { artifactFolder, loadArtifacts } from "../../store/local/artifacts/artifact-files.ts";
import type { Wording as KeptWording } from "../../store/local/rows/derived-texts.ts";
import { tuningOf } from "../learning/pipeline-settings.ts";
import { whileAlive } from "../learning/with-heartbeat.ts";
import { type Question, questionFor } from "./wording-prompt.ts";
import { type Snapshot, snapshotOf } from "./write-artifacts.ts";

export type Author = {
  /** What has to be set aside before the model is asked; undefined where it need not be. */
  reserve(): Promise<ClaimAsk["reserve"]>;
  word(claim: Claim, ask: { readonly isOverCap: boolean }): Promise<Wording>;
  /** Gives back what was set aside and not used. */
  close(claim: Claim): void;
};

export type Wording = {
  readonly by: "model" | "rules";
  /** Why the model did not word it anew. */
  readonly reason?: string;
  /** The words over what is there now; what changed since they were written stands in its own. */
  over(now: Snapshot, claim: Claim): { readonly artifacts: Artifacts; readonly keep: () => void };
};

/** The model is asked once for the same records; what it cannot be asked for now keeps the words it had. */
export function authorOf(call: CallContext, { inPassing }: { readonly inPassing: boolean }): Author {
  const { store } = call;
  const { id: project } = demandProject(call);
  const look = () => snapshotOf(call, loadArtifacts(artifactFolder(store.home, project)));
  const isKnown = ({ input }: Question): boolean => store.wordings.of(project)?.input === input;
  /** Whoever reads sessions has the memory worded when that is done: once is enough. */
  const hindrance = (): string | undefined => {
    if (inPassing) return "it was written in passing";
    return store.jobs.isRunning("extract") ? "sessions are being read; it is worded after that" : undefined;
  };
  let isAsked = false;
  return {
    async reserve() {
      const question = hindrance() !== undefined ? undefined : questionFor(call, await look());
      return question === undefined || isKnown(question) ? undefined : question.reserve;
    },
    async word(claim, { isOverCap }) {
      const snapshot = await look();
      const question = questionFor(call, snapshot);
      const known = store.wordings.of(project);
      if (question === undefined || known?.input === question.input)
        return { by: known === undefined ? "rules" : "model", over: (now) => over(known, now) };
      const whyNot = hindrance() ?? (isOverCap ? "the tokens of today do not suffice" : undefined);
      isAsked = whyNot === undefined;
      const worded: Worded =
        whyNot === undefined ? await ask(call, question, claim) : { outcome: "not worded", reason: whyNot };
      await store.refresh("sweep");
      if (worded.outcome === "not worded")
        return { by: "rules", reason: worded.reason, over: (now) => over(known, now) };
      const fresh = { input: question.input, versions: question.versions, artifacts: worded.artifacts };
      return {
        by: "model",
        over(now, held) {
          wantAgainIfChanged(call, { before: snapshot, now, claim: held });
          const { artifacts } = over(fresh, now);
          const keep = () => store.wordings.keep(project, { ...fresh, versions: now.versions, artifacts });
          return { artifacts, keep };
        },
      };
    },
    close({ reservation }) {
      if (reservation !== undefined && !isAsked) store.spending.giveBack(reservation);
    },
  };
}

function over(wording: KeptWording | undefined, now: Snapshot): ReturnType<Wording["over"]> {
  const keep = () => {};
  if (wording === undefined) return { artifacts: now.made.artifacts, keep };
  const isSame = (id: RecordId): boolean => {
    const version = wording.versions.get(id);
    return version !== undefined && version === now.versions.get(id);
  };
  return { artifacts: applyWording(wording.artifacts, { ...now.means, now: now.made, isSame }), keep };
}

type Change = { readonly before: Snapshot; readonly now: Snapshot; readonly claim: Claim };

/** What changed while the model was asked is work for the next run. */
function wantAgainIfChanged({ store, clock }: CallContext, { before, now, claim }: Change): void {
  const ids = new Set([...before.versions.keys(), ...now.versions.keys()]);
  if ([...ids].some((id) => before.versions.get(id) !== now.versions.get(id)))
    store.jobs.want(claim, Math.max(clock(), claim.mark + 1));
}

type Worded =
  | { readonly outcome: "worded"; readonly artifacts: Artifacts }
  | { readonly outcome: "not worded"; readonly reason: string };

/** Outside of any transaction, with the claim kept alive; one repair, then the rules stand. */
async function ask(call: CallContext, { material, asked, stale }: Question, claim: Claim): Promise<Worded> {
  const { store, config, env } = call;
  const capPerDay = config["models.dailyTokenCap"];
  const tokenBudget = store.spending.budget({ capPerDay, held: claim.reservation });
  const maxOutputTokens = tuningOf(config).consolidationAnswerTokens;
  const limitTokens = config["memories.summaryInjectionTokenLimit"];
  // An empty answer says that there is nothing to say: that is no fault, and changes nothing.
  const read = (answer: Consolidation) =>
    answer.memory_md.trim() === ""
      ? undefined
      : answeredArtifacts(inOurForm(answer), { made: asked, limitTokens, stale });
  const fault = (answer: Consolidation): string | undefined => {
    const found = read(answer);
    return found?.outcome === "unusable" ? found.reason : undefined;
  };
  try {
    const model = modelFor(config, { variables: env.variables, tokenBudget, role: "smol" })!;
    const answer = await whileAlive(call, claim, (signal) =>
      writeMemory(model, material, { fault, maxOutputTokens, signal }),
    );
    if (answer.outcome !== "answer") return { outcome: "not worded", reason: answer.reason };
    const found = read(answer.value);
    if (found?.outcome === "usable") return { outcome: "worded", artifacts: found.artifacts };
    return { outcome: "not worded", reason: found?.reason ?? "the model had nothing to say" };
  } finally {
    tokenBudget.close();
  }
}

function inOurForm({ skills, ...answer }: Consolidation) {
  return { ...answer, skills: skills.map(({ name, body }) => ({ name, content: body })) };
}
