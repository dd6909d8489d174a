/** Asks the configured model to word a project's memory, and applies its wording to the current records. */

import type { Artifacts } from "../../../core/artifact/artifacts.ts";
import { blocksOf, headingLevel, joinedBlocks } from "../../../core/artifact/blocks.ts";
import { entryOf } from "../../../core/artifact/entry.ts";
import { isoTime } from "../../../core/base/clock.ts";
import { sha256 } from "../../../core/base/hash.ts";
import type { Claim, ClaimAsk } from "../../../core/job/job.ts";
import { OVER_CAP } from "../../../core/job/may-call-model.ts";
import type { RecordId } from "../../../core/record/record.ts";
import { type Clean, screen } from "../../../core/screen/clean.ts";
import { estimateTokens } from "../../../core/text/tokens.ts";
import { applyWording } from "../../../learn/consolidate/artifacts/apply-wording.ts";
import { makeArtifacts } from "../../../learn/consolidate/artifacts/make-artifacts.ts";
import { answeredArtifacts } from "../../../learn/consolidate/artifacts/model-answer.ts";
import type { Consolidation } from "../../../models/answer-schemas.ts";
import { modelFor } from "../../../models/model.ts";
import { writeMemory, writeMemoryTokens } from "../../../models/write-memory.ts";
import { artifactFolder, loadArtifacts } from "../../../store/artifacts/artifact-files.ts";
import type { Wording as StoredWording } from "../../../store/rows/derived-texts.ts";
import { type CallContext, demandProject } from "../../call/call-context.ts";
import { withHeartbeat } from "../../learning/with-heartbeat.ts";
import { type Snapshot, snapshotOf } from "./write-artifacts.ts";

/** The size of the records that a model words at once; the others keep their text. */
const INPUT_TOKENS = 16_000;
const ANSWER_TOKENS = 16_000;

export type ModelWording = {
  readonly by: "model" | "rules";
  /** Why the model was not called, or its answer not used. */
  readonly reason?: string;
  /** The wording for the current records; records that changed since keep their own text. */
  applyTo(now: Snapshot, claim: Claim): { readonly artifacts: Artifacts; readonly keep: () => void };
};

/** The model is asked once about the same records; if it cannot be called, its earlier wording stays. */
export function authorOf(call: CallContext, { inBackground }: { readonly inBackground: boolean }) {
  const { store } = call;
  const { id: project } = demandProject(call);
  const look = () => snapshotOf(call, loadArtifacts(artifactFolder(store.home, project)));
  const whyNotNow = (): string | undefined => {
    if (inBackground) return "it was written in the background of another command";
    // Extraction has the memory worded when it is done: once is enough.
    return store.jobs.isRunning("extract") ? "sessions are being read; a model words it after that" : undefined;
  };
  let isAsked = false;
  return {
    /** The tokens to reserve before the model is called; undefined if it is not called. */
    async reserve(): Promise<ClaimAsk["reserve"]> {
      const prompt = whyNotNow() !== undefined ? undefined : wordingPrompt(call, await look());
      return prompt === undefined || store.wordings.of(project)?.input === prompt.input ? undefined : prompt.reserve;
    },
    async word(claim: Claim, { isOverCap }: { readonly isOverCap: boolean }): Promise<ModelWording> {
      const snapshot = await look();
      const prompt = wordingPrompt(call, snapshot);
      const stored = store.wordings.of(project);
      const applyTo: ModelWording["applyTo"] = (now) => ({ artifacts: applied(stored, now), keep: () => {} });
      if (prompt === undefined || stored?.input === prompt.input)
        return { by: stored === undefined ? "rules" : "model", applyTo };
      const whyNot = whyNotNow() ?? (isOverCap ? OVER_CAP : undefined);
      isAsked = whyNot === undefined;
      const answer: Answer = whyNot === undefined ? await ask(call, prompt, claim) : { reason: whyNot };
      await store.refresh("sweep");
      if ("reason" in answer) return { by: "rules", reason: answer.reason, applyTo };
      const fresh = { input: prompt.input, versions: prompt.versions, artifacts: answer.artifacts };
      return {
        by: "model",
        applyTo(now, held) {
          repeatIfChanged(call, { before: snapshot, now, claim: held });
          const artifacts = applied(fresh, now);
          const keep = () => store.wordings.keep(project, { ...fresh, versions: now.versions, artifacts });
          return { artifacts, keep };
        },
      };
    },
    /** Gives back an unused reservation. */
    close({ reservation }: Claim): void {
      if (reservation !== undefined && !isAsked) store.spending.giveBack(reservation);
    },
  };
}

function applied(wording: StoredWording | undefined, now: Snapshot): Artifacts {
  if (wording === undefined) return now.made.artifacts;
  const isSame = (id: RecordId): boolean => {
    const version = wording.versions.get(id);
    return version !== undefined && version === now.versions.get(id);
  };
  return applyWording(wording.artifacts, { ...now.options, now: now.made, isSame });
}

type Change = { readonly before: Snapshot; readonly now: Snapshot; readonly claim: Claim };

/** Records that changed while the model was asked are left to the next run. */
function repeatIfChanged({ store, clock }: CallContext, { before, now, claim }: Change): void {
  const ids = new Set([...before.versions.keys(), ...now.versions.keys()]);
  if ([...ids].some((id) => before.versions.get(id) !== now.versions.get(id)))
    store.jobs.want(claim, Math.max(clock(), claim.mark + 1));
}

type Answer = { readonly artifacts: Artifacts } | { readonly reason: string };

/** Outside of any transaction; after one failed repair, the rules' wording is used. */
async function ask(call: CallContext, { material, asked, stale }: WordingPrompt, claim: Claim): Promise<Answer> {
  const { store, config, env } = call;
  const tokenBudget = store.spending.budget({ capPerDay: config["models.dailyTokenCap"], held: claim.reservation });
  const limitTokens = config["memories.summaryInjectionTokenLimit"];
  // An empty answer is valid, and changes nothing.
  const read = (answer: Consolidation) =>
    answer.memory_md.trim() === "" ? undefined : answeredArtifacts(answer, { made: asked, limitTokens, stale });
  const fault = (answer: Consolidation): string | undefined => {
    const found = read(answer);
    return found?.outcome === "unusable" ? found.reason : undefined;
  };
  try {
    const model = modelFor(config, { variables: env.variables, tokenBudget, role: "smol" })!;
    const answer = await withHeartbeat(store.jobs, claim, (signal) =>
      writeMemory(model, material, { fault, maxOutputTokens: ANSWER_TOKENS, signal }),
    );
    if (answer.outcome !== "answer") return { reason: answer.reason };
    const found = read(answer.value);
    if (found?.outcome === "usable") return { artifacts: found.artifacts };
    return { reason: found?.reason ?? "the model's answer was empty" };
  } finally {
    tokenBudget.close();
  }
}

type WordingPrompt = NonNullable<ReturnType<typeof wordingPrompt>>;

/** Undefined if there is nothing to word, or no model. */
function wordingPrompt(call: CallContext, { made, options, existing }: Snapshot) {
  const { config, store, env } = call;
  const capPerDay = config["models.dailyTokenCap"];
  const tokenBudget = store.spending.budget({ capPerDay });
  const name = modelFor(config, { variables: env.variables, tokenBudget, role: "smol" })?.name;
  // The newest records that fit; the others keep their own text.
  const newest = made.kept.toSorted((a, b) => (a.record.updatedAt > b.record.updatedAt ? -1 : 1));
  const mostTokens = Math.min(INPUT_TOKENS, ANSWER_TOKENS / 2);
  const chosen = fitting(newest, mostTokens, ({ record }) => entryOf(record));
  if (name === undefined || chosen.length === 0) return undefined;
  const memories = chosen.map(({ record }) => entryOf(record, { stale: options.stale?.get(record.id) })).join("\n");
  const material = {
    existing: existingOf(existing ?? "", new Set(chosen.map(({ record }) => record.id))),
    memories: screen(memories).text,
    synopses: synopsesOf(call, INPUT_TOKENS / 4),
  };
  const tokens = writeMemoryTokens(material) + ANSWER_TOKENS;
  return {
    /** The same for the same records and the same model. */
    input: sha256(`${name}\n${memories}`),
    material,
    asked: makeArtifacts(chosen, options),
    stale: options.stale ?? new Map(),
    versions: new Map(chosen.map(({ record, version }) => [record.id, version])),
    reserve: { model: name, tokens, capPerDay },
  };
}

/** The first items that fit. */
function fitting<T>(items: readonly T[], limitTokens: number, textOf: (item: T) => string): T[] {
  let left = limitTokens;
  return items.filter((item) => {
    left -= estimateTokens(textOf(item)) + 1;
    return left >= 0;
  });
}

/** Only lines of records that may be given to a model. */
function existingOf(text: string, known: ReadonlySet<RecordId>): Clean {
  const { blocks } = blocksOf(text);
  const own = blocks.filter(({ text: words, ids }) =>
    ids.length === 0 ? headingLevel(words) > 0 : ids.every((id) => known.has(id)),
  );
  return screen(joinedBlocks({ blocks: own, tail: "" }).trim() || "(nothing yet)").text;
}

const MOST_SYNOPSES = 50;

function synopsesOf(call: CallContext, mostTokens: number): Clean {
  const { store } = call;
  const sessions = store.sessions.list({ project: demandProject(call).id, limit: MOST_SYNOPSES });
  const lines = sessions.flatMap(({ id, endedMs }) => {
    const text = store.synopses.get(id)?.text;
    if (text === undefined) return [];
    const day = endedMs === undefined ? "" : `${isoTime(endedMs).slice(0, 10)}: `;
    return [`- ${day}${text.replace(/\s+/g, " ")}`];
  });
  return screen(fitting(lines, mostTokens, (line) => line).join("\n") || "(none)").text;
}
