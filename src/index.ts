/** The library: the same verbs as every face, and the vocabulary they speak. */

export { OldhandError } from "./core/base/error.ts";
export { version } from "./core/base/version.ts";
export type { Kept, Receipt, Revision } from "./core/ports.ts";
export type {
  Category,
  Habit,
  MemoryRecord,
  Origin,
  Priority,
  RecordType,
  Scope,
  Status,
  Trust,
} from "./core/record/record.ts";
export type { Suggestion } from "./core/record/suggestion.ts";
export { type Memory, type OpenOptions, openMemory } from "./main/memory.ts";
export {
  buildPlannerContext,
  type PlannerContext,
  type PlannerInput,
  resolveEffectiveMemory,
} from "./verbs/asking/planner-context.ts";
export { type Env, environment } from "./verbs/call/environment.ts";
export { brief } from "./verbs/recall/brief.ts";
export { findInMemory as recall } from "./verbs/recall/recall.ts";
export type { RecallAnswer, RecallAsk } from "./verbs/recalling/recall.ts";
export { addRecord } from "./verbs/record/add.ts";
export type { RecordView } from "./verbs/record/kept/record-view.ts";
export { listRecords } from "./verbs/record/list.ts";
