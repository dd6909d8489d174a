/** The prompt for wording a project's memory: the records, their current wording, and the synopses of sessions. */
import { entryOf } from "../../consolidate/artifacts/entry.ts";
import { type MadeArtifacts, makeArtifacts } from "../../consolidate/artifacts/make-artifacts.ts";
import { type CallContext, demandProject } from "../../context/call-context.ts";
import { blocksOf, headingLevel, textOf } from "../../core/artifact/blocks.ts";
import { isoTime } from "../../core/base/clock.ts";
import { sha256 } from "../../core/base/hash.ts";
import type { ClaimAsk } from "../../core/job/job.ts";
import type { Kept, Version } from "../../core/ports.ts";
import type { RecordId } from "../../core/record/record.ts";
import { type Clean, screen } from "../../core/screen/clean.ts";
import { estimateTokens } from "../../core/text/tokens.ts";
import { modelFor } from "../../model/model.ts";
import { type MemoryMaterial, writeMemoryTokens } from "../../model/write-memory.ts";
import { pipelineSettings } from "../learning/pipeline-settings.ts";
import type { Snapshot } from "./write-artifacts.ts";

export type WordingPrompt = {
  /** A hash: the same for the same records and the same model. */
  readonly input: string;
  readonly material: MemoryMaterial;
  readonly asked: MadeArtifacts;
  /** Records that no longer agree with the repository. */
  readonly stale: ReadonlyMap<RecordId, string>;
  readonly versions: ReadonlyMap<RecordId, Version>;
  readonly reserve: NonNullable<ClaimAsk["reserve"]>;
};

/** Undefined if there is nothing to word, or no model. */
export function wordingPrompt(call: CallContext, { made, options, existing }: Snapshot): WordingPrompt | undefined {
  const { config, store, env } = call;
  const { consolidationInputTokens, consolidationAnswerTokens } = pipelineSettings(config);
  const capPerDay = config["models.dailyTokenCap"];
  const tokenBudget = store.spending.budget({ capPerDay });
  const name = modelFor(config, { variables: env.variables, tokenBudget, role: "smol" })?.name;
  const chosen = fitting(made.kept, Math.min(consolidationInputTokens, consolidationAnswerTokens / 2));
  if (name === undefined || chosen.length === 0) return undefined;
  const memories = chosen.map(({ record }) => entryOf(record, { stale: options.stale?.get(record.id) })).join("\n");
  const material = {
    existing: existingOf(existing ?? "", new Set(chosen.map(({ record }) => record.id))),
    memories: screen(memories).text,
    synopses: synopsesOf(call, consolidationInputTokens / 4),
  };
  const tokens = writeMemoryTokens(material) + consolidationAnswerTokens;
  return {
    input: sha256(`${name}\n${memories}`),
    material,
    asked: makeArtifacts(chosen, options),
    stale: options.stale ?? new Map(),
    versions: new Map(chosen.map(({ record, version }) => [record.id, version])),
    reserve: { model: name, tokens, capPerDay },
  };
}

/** The newest records that fit; the others keep their own text. */
function fitting(kept: readonly Kept[], mostTokens: number): Kept[] {
  const newest = kept.toSorted((a, b) => (a.record.updatedAt > b.record.updatedAt ? -1 : 1) || 0);
  let left = mostTokens;
  return newest.filter(({ record }) => {
    left -= estimateTokens(entryOf(record)) + 1;
    return left >= 0;
  });
}

/** Only lines of records that may be given to a model. */
function existingOf(text: string, known: ReadonlySet<RecordId>): Clean {
  const { blocks } = blocksOf(text);
  const own = blocks.filter(({ text: words, ids }) =>
    ids.length === 0 ? headingLevel(words) > 0 : ids.every((id) => known.has(id)),
  );
  return screen(textOf({ blocks: own, tail: "" }).trim() || "(nothing yet)").text;
}

const MOST_SYNOPSES = 50;

function synopsesOf(call: CallContext, mostTokens: number): Clean {
  const { store } = call;
  let left = mostTokens;
  const lines = store.sessions
    .list({ project: demandProject(call).id, limit: MOST_SYNOPSES })
    .flatMap(({ id, endedMs }) => {
      const text = store.synopses.get(id)?.text;
      if (text === undefined) return [];
      const day = endedMs === undefined ? "" : `${isoTime(endedMs).slice(0, 10)}: `;
      return [`- ${day}${text.replace(/\s+/g, " ")}`];
    })
    .filter((line) => {
      left -= estimateTokens(line) + 1;
      return left >= 0;
    });
  return screen(lines.join("\n") || "(none)").text;
}
