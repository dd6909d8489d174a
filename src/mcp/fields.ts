/** The fields that tools share: what they take, and what records look like in their answers. */
import { z } from "zod";
import { OldhandError } from "../core/base/error.ts";
import { CATEGORIES, PRIORITIES, type Scope, STATUSES, TYPES } from "../core/record/record.ts";
import { defused } from "../core/text/marker.ts";
import type { RecordView } from "../verbs/records/record-view.ts";

const MOST_CHARS = 65_536;
const MOST_WORDS = 50;
const LINE_CHARS = 1000;

const line = () => z.string().min(1).max(LINE_CHARS);
const lines = () => z.array(line()).max(MOST_WORDS);

export const cwd = line()
  .optional()
  .describe("Absolute path of the directory you work in; left out, where this server was started.");
export const id = line().describe("A record's id, rec_…; its end is enough while it is unique.");
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
export const paths = lines().describe("Globs from the project's root that narrow it, such as src/api/**.");
export const key = line().describe(
  "What it is about, such as package-manager; a new record on the same key takes the old one's place.",
);
export const scope = line().describe(
  "project: this repository only; global: this person, everywhere. Left out, writes go to the project inside one, and reads take both.",
);
export const budget = z.number().int().min(1).max(100_000).describe("How many tokens at most.");
export const limit = z.number().int().min(1).max(500);

/** A scope in the words of people: `assistant` is global, and a glob is no scope but paths. */
export function placed(said: string | undefined): { readonly scope?: Scope; readonly paths?: readonly string[] } {
  if (said === undefined) return {};
  const word = said.trim().toLowerCase();
  if (word === "global" || word === "assistant") return { scope: "global" };
  if (word === "project") return { scope: "project" };
  if (/[*?/.[{]/.test(said)) return { paths: [said.trim()] };
  throw new OldhandError("usage", `There is no scope ${JSON.stringify(said)}. Say project or global.`);
}

/** Only what was said: an absent field is left out, so that it changes nothing. */
export function said<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}

/** A record as tools show it: without the lines of its file that are not ours, and nobody else's words but a person's as they are. */
export function recordFields({ extra: _, ...record }: RecordView) {
  const { trust, text: statement, steps: commands } = record;
  if (trust === "person") return record;
  return said({ ...record, text: defused(statement), steps: commands?.map(defused) });
}

/** An object with these fields and any others, said in the way that every client understands. */
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
  trust: z.string().describe("Whose words it rests on: person, agent, repo, tool or external."),
  status,
  source: z.string(),
  file: z.string(),
});

export const rememberedShape = shape({
  outcome: z
    .enum(["remembered", "merged", "superseded", "proposed", "refused"])
    .describe("proposed: it waits for the person's word, and is not in force until then."),
  record: recordShape.optional(),
  suggestion: shape({ id: z.string() }).optional(),
  reason: z.string().optional(),
});
