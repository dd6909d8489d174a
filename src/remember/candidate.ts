/** Makes a complete record of a statement: type, scope, key and the rest, with the reason for a type it chose itself. */
import { isoTime } from "../core/base/clock.ts";
import type { NewId } from "../core/base/id.ts";
import { keyFor } from "../core/record/key.ts";
import { categoryOf, type MemoryRecord, type Origin, type ProjectId, TYPE_TABLE } from "../core/record/record.ts";
import { BIRTH_CONFIDENCE } from "../core/record/strength.ts";
import { classify } from "./classify.ts";
import { expiryOf } from "./expiry.ts";

export type Statement = Pick<
  MemoryRecord,
  "text" | "value" | "steps" | "expires" | "quote" | "reading" | "saidAt" | "guards"
> &
  Partial<Pick<MemoryRecord, "type" | "scope" | "key" | "priority" | "tags" | "paths" | "aliases" | "keywords">>;

export type Speaker = Pick<MemoryRecord, "trust" | "source"> & {
  readonly origin: Exclude<Origin, "observed">;
  /** A model worded it. */
  readonly byModel?: boolean;
};

export type Candidate = {
  readonly record: MemoryRecord;
  readonly keyBy: "given" | "topic" | "slug";
  /** Why it got its type and scope, if nobody gave them. */
  readonly why?: string;
};

type Circumstances = {
  readonly project?: ProjectId | undefined;
  readonly nowMs: number;
  readonly newId: NewId;
};

export function candidate(statement: Statement, speaker: Speaker, now: Circumstances): Candidate {
  const text = statement.text.trim();
  const decided = classify(text, { inProject: now.project !== undefined, scope: statement.scope });
  const type = statement.type ?? decided.type;
  // The scope is read from the text only if the type is too; with a given type, the default scope of writes applies.
  const scope =
    statement.scope ??
    (statement.type === undefined ? decided.scope : now.project === undefined ? "global" : "project");
  const { key, value, by } = keyFor(text, statement.key);
  const saidMs = statement.saidAt === undefined ? now.nowMs : Date.parse(statement.saidAt);
  const endMs = expiryOf(text, { type, saidMs });
  const expires = statement.expires ?? (endMs === undefined ? undefined : isoTime(endMs));
  const at = isoTime(now.nowMs);
  const record: MemoryRecord = {
    id: now.newId("rec"),
    type,
    category: categoryOf(type),
    scope,
    ...(scope === "project" && now.project !== undefined && { project: now.project }),
    key,
    ...((statement.value ?? value) !== undefined && { value: statement.value ?? value! }),
    ...(statement.steps !== undefined && { steps: statement.steps }),
    text,
    priority: statement.priority ?? TYPE_TABLE[type].priority,
    confidence: BIRTH_CONFIDENCE[speaker.origin],
    origin: speaker.origin,
    trust: speaker.trust,
    status: "active",
    tags: statement.tags ?? [],
    paths: statement.paths ?? [],
    aliases: statement.aliases ?? [],
    keywords: statement.keywords ?? [],
    ...(expires !== undefined && { expires }),
    createdAt: at,
    updatedAt: at,
    source: speaker.source,
    ...(statement.quote !== undefined && { quote: statement.quote }),
    ...(statement.reading !== undefined && { reading: statement.reading }),
    ...(statement.saidAt !== undefined && { saidAt: statement.saidAt }),
    ...(statement.guards !== undefined && statement.guards.length > 0 && { guards: statement.guards }),
  };
  const isDecidedHere = statement.type === undefined;
  return { record, keyBy: by, ...(isDecidedHere && { why: decided.why }) };
}
