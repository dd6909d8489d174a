/** The library: the same verbs as every face, and the vocabulary they speak. */
export { OldhandError } from "./core/base/error.ts";
export { version } from "./core/base/version.ts";
export type { Kept, Receipt, Revision, Suggestion } from "./core/ports.ts";
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
export { type Env, environment } from "./env.ts";
export { type Memory, type OpenOptions, openMemory } from "./memory.ts";
export {
  buildPlannerContext,
  type PlannerContext,
  type PlannerInput,
  resolveEffectiveMemory,
} from "./verbs/planning.ts";
export type { RecallAnswer, RecallAsk } from "./verbs/recalling.ts";
export type { RecordView } from "./verbs/views.ts";
