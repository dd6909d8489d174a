/** The input fields that tools share, and the shape of records in their answers. */
import { z } from "zod";
import { OldhandError } from "../core/base/error.ts";
import { CATEGORIES, PRIORITIES, type Scope, STATUSES, TYPES } from "../core/record/record.ts";
import type { RecordView } from "../verbs/records/record-view.ts";

const MOST_CHARS = 65_536;
const MOST_WORDS = 50;
const LINE_CHARS = 1000;

const line = () => z.string().min(1).max(LINE_CHARS);
const lines = () => z.array(line()).max(MOST_WORDS);

export const cwd = line()
  .optional()
  .describe("Absolute path of the directory you are working in. Default: the directory this server was started in.");
export const id = line().describe("The id of a record, rec_…; a unique ending of it is enough.");
export const text = z.string().min(1).max(MOST_CHARS);
export const query = z.string().min(1).max(MOST_CHARS);
export const type = z.enum(TYPES);
export const status = z.enum(STATUSES);
export const kind = z.enum([...TYPES, ...CATEGORIES]);
export const category = z.enum(CATEGORIES);
export const priority = z.enum(PRIORITIES);
export const outcome = z.enum(["success", "failure", "partial"]);
export const name = line();
export const steps = z.array(z.string().min(1).max(10_000)).min(1).max(200);
export const tags = lines().describe("Words to group it by.");
export const paths = lines().describe(
  "Globs relative to the project root that limit where it applies, such as src/api/**.",
);
export const guards = z.array(z.record(z.string(), z.unknown())).min(1).max(8);
export const key = line().describe(
  "What it is about, such as package-manager. A new record with the same key replaces the old one.",
);
export const scope = line().describe(
  "project: this repository only. global: this person, in every project. Default: reads use both; writes go to the project, or to global outside of a project.",
);
export const budget = z.number().int().min(1).max(100_000).describe("The maximum size of the answer, in tokens.");
export const why = line()
  .optional()
  .describe("Why, in one sentence. The person sees it if the change needs their confirmation.");
export const limit = z.number().int().min(1).max(500);

/** Accepts `assistant` for global, and takes a glob as paths. */
export function placed(scope: string | undefined): { readonly scope?: Scope; readonly paths?: readonly string[] } {
  if (scope === undefined) return {};
  const word = scope.trim().toLowerCase();
  if (word === "global" || word === "assistant") return { scope: "global" };
  if (word === "project") return { scope: "project" };
  if (/[*?/.[{]/.test(scope)) return { paths: [scope.trim()] };
  throw new OldhandError("usage", `scope takes project or global, not ${JSON.stringify(scope)}.`);
}

/** Leaves out absent fields, so that they change nothing. */
export function present<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}

/** A record as tools show it: without foreign frontmatter, and without what other programs printed. */
export function recordFields({ extra: _, error: _error, doubt, ...record }: RecordView) {
  return { ...record, ...(doubt !== undefined && { doubt: { outcome: doubt.outcome, at: doubt.at } }) };
}

/** An object with these fields and any others, in a form that every client understands. */
export function shape<T extends z.ZodRawShape>(fields: T) {
  return z.looseObject(fields).meta({ additionalProperties: true });
}

export const recordShape = shape({
  id: z.string(),
  type,
  category,
  scope: z.string(),
  key: z.string(),
  text: z.string(),
  priority,
  confidence: z.number(),
  trust: z.string().describe("Who it comes from: person, team, agent, repo, tool or external."),
  status,
  source: z.string(),
  file: z.string(),
});

export const suggestionShape = shape({
  id: z.string(),
  act: z
    .string()
    .describe("What accepting it does: keep, edit, expire, make a rule, reclassify, archive, restore or delete."),
  label: z.string().describe("The act in one line, as the person sees it."),
});

export const rememberedShape = shape({
  outcome: z
    .enum(["remembered", "merged", "superseded", "proposed", "refused"])
    .describe("proposed: pending, and not in effect until the person accepts it."),
  record: recordShape.optional(),
  suggestion: suggestionShape.optional(),
  reason: z.string().optional(),
});
