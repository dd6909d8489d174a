/** A record as a Markdown file: parses it, tolerant of manual edits, and writes it. */
import { isoTime, parseTime } from "../base/clock.ts";
import { isId } from "../base/id.ts";
import { type ReadGuards, readGuards } from "../guard/guard.ts";
import { type Head, type HeadEntry, readHead, splitFile, writeScalar } from "./frontmatter.ts";
import { keyFor } from "./key.ts";
import {
  CATEGORIES,
  type Category,
  categoryOf,
  HABITS,
  isOneOf,
  keptPriority,
  type MemoryRecord,
  ORIGINS,
  PRIORITIES,
  type Priority,
  type ProjectId,
  type RecordId,
  type RecordType,
  reclassified,
  STATUSES,
  TRUSTS,
  type Trust,
  TYPE_TABLE,
  TYPES,
} from "./record.ts";
import { BIRTH_CONFIDENCE } from "./strength.ts";

/** The location of a file, which overrides its frontmatter, because people move files. */
export type FileLocation = {
  readonly scope: "global" | "project";
  readonly project?: ProjectId;
  /** Records in a repository have trust `repo`, whatever their frontmatter says. */
  readonly fromRepo: boolean;
  /** The same for trust `team` in the folder of a team's space; only there a file names its author. */
  readonly fromTeam?: boolean;
  readonly directory: Category | "";
  /** The id for a file without one. */
  readonly ownId: () => RecordId;
  readonly modifiedMs: number;
};

export type ParsedRecord =
  | { readonly outcome: "record"; readonly record: MemoryRecord }
  | { readonly outcome: "needs-yaml" }
  | { readonly outcome: "invalid"; readonly reason: string };

export const TEXT_LIMIT_BYTES = 64 * 1024;

export function parseRecord(file: string, location: FileLocation, readYaml?: (head: string) => Head): ParsedRecord {
  if (file.includes("\0")) return { outcome: "invalid", reason: "it contains NUL bytes" };
  const split = splitFile(file);
  if (split.outcome === "invalid") return split;
  let head = readHead(split.head);
  if (head.outcome === "needs-yaml" && readYaml !== undefined) head = readYaml(split.head);
  if (head.outcome !== "read") return head;
  const text = split.body.trim();
  if (text === "") return { outcome: "invalid", reason: "it has no statement below its frontmatter" };
  if (Buffer.byteLength(text) > TEXT_LIMIT_BYTES) return { outcome: "invalid", reason: "its statement is over 64 KB" };
  return fromHead(new Map(head.entries.map((entry) => [entry.key, entry])), {
    text,
    location,
    comments: head.comments,
  });
}

export function writeRecord(record: MemoryRecord): string {
  const lines: string[] = [];
  for (const [key, value] of headOf(record)) {
    if (value !== undefined) lines.push(`${key}: ${writeScalar(value)}`);
  }
  return `---\n${[...lines, ...(record.extra ?? [])].join("\n")}\n---\n\n${record.text}\n`;
}

type HeadValue = string | number | boolean | readonly (string | object)[] | undefined;

function headOf(r: MemoryRecord): [string, HeadValue][] {
  return [
    ["id", r.id],
    ["type", r.type],
    ["category", r.category],
    ["habit", r.habit],
    ["scope", r.scope],
    ["project", r.project],
    ["key", r.key],
    ["value", r.value],
    ["steps", r.steps],
    ["priority", r.priority],
    ["confidence", r.confidence],
    ["origin", r.origin],
    ["trust", r.trust],
    ["accepted", r.accepted],
    ["status", r.status],
    ["reason", r.statusReason],
    ["created", r.createdAt],
    ["updated", r.updatedAt],
    ["source", r.source],
    ["author", r.author],
    ["quote", r.quote],
    ["reading", r.reading],
    ["said", r.saidAt],
    ["aliases", r.aliases],
    ["keywords", r.keywords],
    ["tags", r.tags],
    ["paths", r.paths],
    ["expires", r.expires],
    ["verify", r.verify],
    ["supersedes", r.supersedes],
    ["guards", r.guards],
  ];
}

const OURS: ReadonlySet<string> = new Set(headOf({} as MemoryRecord).map(([key]) => key));

type Rest = { readonly text: string; readonly location: FileLocation; readonly comments: readonly string[] };

function fromHead(head: ReadonlyMap<string, HeadEntry>, { text, location, comments }: Rest): ParsedRecord {
  const one = (key: string): string | undefined => {
    const value = head.get(key)?.value;
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const many = (key: string): readonly string[] => {
    const value = head.get(key)?.value;
    if (value === undefined || value === "") return [];
    return typeof value === "string" ? value.split(",").map((item) => item.trim()) : value;
  };
  const wrong = ALLOWED.find(([key, list]) => one(key) !== undefined && !isOneOf(list, one(key)));
  if (wrong)
    return { outcome: "invalid", reason: `${wrong[0]}: ${one(wrong[0])} is not one of ${wrong[1].join(", ")}` };
  const id = one("id") ?? location.ownId();
  if (!isId(id, "rec")) return { outcome: "invalid", reason: "its id is not a record id (rec_…)" };
  for (const key of ["created", "updated", "expires", "said"]) {
    const time = one(key);
    if (time !== undefined && parseTime(time) === undefined)
      return { outcome: "invalid", reason: `${key} is not a date` };
  }

  const stated = { type: valueIn(TYPES, one("type")), category: valueIn(CATEGORIES, one("category")) };
  const type = typeFrom(stated.type, stated.category, location.directory);
  const origin = valueIn(ORIGINS, one("origin")) ?? "told";
  const steps = many("steps");
  const verify = many("verify");
  const supersedes = many("supersedes");
  const habit = valueIn(HABITS, one("habit"));
  const [value, expires, statusReason] = [one("value"), one("expires"), one("reason")];
  const [quote, reading, saidAt] = [one("quote"), one("reading"), one("said")];
  const author = location.fromTeam === true ? one("author") : undefined;
  const guarded = guardsIn(head.get("guards"));
  const created = one("created") ?? isoTime(location.modifiedMs);
  const extra = [
    ...[...head.values()].flatMap(({ key, raw, comment }) => {
      const isKept =
        !OURS.has(key) ||
        (key === "author" && location.fromTeam !== true) ||
        (key === "guards" && guarded?.outcome === "damaged");
      return isKept ? raw : (comment ?? []);
    }),
    ...comments,
  ];
  const record: MemoryRecord = {
    id,
    type,
    category: categoryOf(type),
    ...(habit !== undefined && { habit }),
    scope: location.scope,
    ...(location.project !== undefined && { project: location.project }),
    key: one("key") ?? keyFor(text).key,
    ...(value !== undefined && { value }),
    ...(steps.length > 0 && { steps }),
    text,
    priority: priorityFrom(valueIn(PRIORITIES, one("priority")), type, { ...stated, directory: location.directory }),
    confidence: confidenceFrom(one("confidence")) ?? (origin === "observed" ? 0.6 : BIRTH_CONFIDENCE[origin]),
    origin,
    trust: imposedTrust(location) ?? valueIn(TRUSTS, one("trust")) ?? "person",
    ...(imposedTrust(location) === undefined &&
      one("accepted") !== undefined && { accepted: one("accepted") === "true" }),
    status: valueIn(STATUSES, one("status")) ?? "active",
    ...(statusReason !== undefined && { statusReason }),
    tags: many("tags"),
    paths: many("paths"),
    aliases: many("aliases"),
    keywords: many("keywords"),
    ...(expires !== undefined && { expires }),
    ...(verify.length > 0 && { verify }),
    ...(supersedes.length > 0 && { supersedes }),
    createdAt: created,
    updatedAt: one("updated") ?? created,
    source: one("source") ?? "file",
    ...(author !== undefined && { author }),
    ...(quote !== undefined && { quote }),
    ...(reading !== undefined && { reading }),
    ...(saidAt !== undefined && { saidAt }),
    ...(guarded?.outcome === "guards" && { guards: guarded.guards }),
    ...(guarded?.outcome === "damaged" && { guardProblem: guarded.problem }),
    ...(extra.length > 0 && { extra }),
  };
  // What a repository or a space claims is limited where it is shown: its acceptance covers the file as it is.
  const isOthers = imposedTrust(location) !== undefined;
  return { outcome: "record", record: isOthers ? record : { ...record, priority: keptPriority(record) } };
}

function imposedTrust({ fromRepo, fromTeam }: FileLocation): Trust | undefined {
  if (fromTeam === true) return "team";
  return fromRepo ? "repo" : undefined;
}

function guardsIn(entry: HeadEntry | undefined): ReadGuards | undefined {
  if (entry === undefined || (entry.data === undefined && entry.value.length === 0)) return undefined;
  return readGuards(entry.data ?? entry.value);
}

const ALLOWED: readonly [string, readonly string[]][] = [
  ["type", TYPES],
  ["category", CATEGORIES],
  ["habit", HABITS],
  ["priority", PRIORITIES],
  ["origin", ORIGINS],
  ["trust", TRUSTS],
  ["status", STATUSES],
];

function valueIn<T extends string>(list: readonly T[], text: string | undefined): T | undefined {
  return isOneOf(list, text) ? text : undefined;
}

/** Distinguishes a file that was moved to another category's folder from one whose frontmatter was edited. */
function typeFrom(type: RecordType | undefined, category: Category | undefined, directory: Category | ""): RecordType {
  if (directory === "") return type ?? (category === undefined ? "fact" : reclassified("fact", category));
  if (type === undefined) return reclassified("fact", category ?? directory);
  if (category === undefined || category === directory) return type;
  return categoryOf(type) === directory ? reclassified(type, category) : reclassified(type, directory);
}

type Stated = {
  readonly type: RecordType | undefined;
  readonly category: Category | undefined;
  readonly directory: Category | "";
};

/** A default priority changes with the type; one that a person set stays. */
function priorityFrom(priority: Priority | undefined, type: RecordType, stated: Stated): Priority {
  const earlier = TYPES.filter(
    (other) =>
      other === stated.type ||
      [stated.category, stated.directory].some(
        (category) => category !== categoryOf(type) && category === categoryOf(other),
      ),
  );
  const isDefault = earlier.some((other) => other !== type && TYPE_TABLE[other].priority === priority);
  return priority === undefined || isDefault ? TYPE_TABLE[type].priority : priority;
}

function confidenceFrom(text: string | undefined): number | undefined {
  const n = text === undefined ? Number.NaN : Number(text);
  return n >= 0 && n <= 1 ? n : undefined;
}
