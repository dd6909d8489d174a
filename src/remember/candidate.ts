/** From what somebody said to a whole record: type, scope, key and the rest filled in, with the reason where it was decided here. */
import { DAY_MS, isoTime } from "../core/base/clock.ts";
import type { NewId } from "../core/base/id.ts";
import { BIRTH_CONFIDENCE } from "../core/record/confidence.ts";
import { keyFor } from "../core/record/key.ts";
import {
  categoryOf,
  type MemoryRecord,
  type Origin,
  type Priority,
  type ProjectId,
  type RecordType,
  type Scope,
  type Trust,
  TYPE_TABLE,
} from "../core/record/record.ts";
import { classify } from "./classify.ts";

export type Statement = {
  readonly text: string;
  readonly type?: RecordType;
  readonly scope?: Scope;
  readonly key?: string;
  readonly value?: string;
  readonly steps?: readonly string[];
  readonly priority?: Priority;
  readonly tags?: readonly string[];
  readonly paths?: readonly string[];
  readonly aliases?: readonly string[];
  readonly keywords?: readonly string[];
  readonly expires?: string;
};

export type Speaker = {
  readonly origin: Exclude<Origin, "observed">;
  readonly trust: Trust;
  readonly source: string;
  /** A model put it into words. */
  readonly byModel?: boolean;
};

export type Candidate = {
  readonly record: MemoryRecord;
  readonly keyBy: "given" | "topic" | "slug";
  /** Why it got its type and scope, where nobody said. */
  readonly why?: string;
};

type Circumstances = {
  readonly project?: ProjectId | undefined;
  readonly nowMs: number;
  readonly newId: NewId;
  readonly incidentDays: number;
};

export function candidate(said: Statement, speaker: Speaker, now: Circumstances): Candidate {
  const text = said.text.trim();
  const decided = classify(text, { inProject: now.project !== undefined });
  const type = said.type ?? decided.type;
  // A scope is only read from the words where the type is too; a given type goes where writes go.
  const scope =
    said.scope ?? (said.type === undefined ? decided.scope : now.project === undefined ? "global" : "project");
  const { key, value, by } = keyFor(text, said.key);
  const expires =
    said.expires ??
    (type === "pitfall" && isTransient(text) ? isoTime(now.nowMs + now.incidentDays * DAY_MS) : undefined);
  const at = isoTime(now.nowMs);
  const record: MemoryRecord = {
    id: now.newId("rec"),
    type,
    category: categoryOf(type),
    scope,
    ...(scope === "project" && now.project !== undefined && { project: now.project }),
    key,
    ...((said.value ?? value) !== undefined && { value: said.value ?? value! }),
    ...(said.steps !== undefined && { steps: said.steps }),
    text,
    priority: said.priority ?? TYPE_TABLE[type].priority,
    confidence: BIRTH_CONFIDENCE[speaker.origin],
    origin: speaker.origin,
    trust: speaker.trust,
    status: "active",
    tags: said.tags ?? [],
    paths: said.paths ?? [],
    aliases: said.aliases ?? [],
    keywords: said.keywords ?? [],
    ...(expires !== undefined && { expires }),
    createdAt: at,
    updatedAt: at,
    source: speaker.source,
  };
  const isDecidedHere = said.type === undefined;
  return { record, keyBy: by, ...(isDecidedHere && { why: `${type}, ${scope}: ${decided.why}` }) };
}

/** Incidents that speak of now, not of always. */
function isTransient(text: string): boolean {
  return /\b(?:today|tonight|right now|currently|at the moment|for now|temporar(?:y|ily)|this week|outage|until (?:it|the|they|we|tomorrow|monday|further))\b/i.test(
    text,
  );
}
