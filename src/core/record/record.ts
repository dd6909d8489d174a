/** A record: one durable statement, the allowed values of its fields, and what follows from its type. */
import type { Id } from "../base/id.ts";
import type { Guard } from "../guard/guard.ts";

export type RecordId = Id<"rec">;
export type ProjectId = Id<"prj">;

export const CATEGORIES = [
  "principles",
  "decisions",
  "procedures",
  "incidents",
  "preferences",
  "facts",
  "habits",
] as const;
export type Category = (typeof CATEGORIES)[number];

/** Highest first. */
export const PRIORITIES = ["critical", "high", "medium", "normal"] as const;
export type Priority = (typeof PRIORITIES)[number];

type TypeRow = {
  readonly category: Category;
  /** The default. */
  readonly priority: Priority;
  readonly weight: number;
  /** A rule binds whoever reads it: only a person lays it down, and a session gets it first. Steps can be run. */
  readonly asks: "rule" | "steps" | "nothing";
  /** Whether it is archived for lack of use. */
  readonly decays: boolean;
  /** Its key is what was run: another record that says the same is another record. */
  readonly isKeyedByRun?: true;
  /** Its section in MEMORY.md. */
  readonly heading: string;
  readonly plural: string;
};

/** Everything that follows from a type. The most helpful first: what does not fit into a summary is cut from the end. */
export const TYPE_TABLE = {
  policy: {
    category: "principles",
    priority: "critical",
    weight: 1.5,
    asks: "rule",
    decays: false,
    heading: "Rules",
    plural: "policies",
  },
  architecture: {
    category: "decisions",
    priority: "high",
    weight: 1.3,
    asks: "rule",
    decays: false,
    heading: "Architecture",
    plural: "architecture",
  },
  preference: {
    category: "preferences",
    priority: "medium",
    weight: 1.0,
    asks: "rule",
    decays: true,
    heading: "Preferences",
    plural: "preferences",
  },
  pitfall: {
    category: "incidents",
    priority: "high",
    weight: 1.4,
    asks: "nothing",
    decays: true,
    isKeyedByRun: true,
    heading: "Pitfalls",
    plural: "pitfalls",
  },
  decision: {
    category: "decisions",
    priority: "medium",
    weight: 1.2,
    asks: "nothing",
    decays: true,
    heading: "Decisions",
    plural: "decisions",
  },
  workflow: {
    category: "procedures",
    priority: "high",
    weight: 1.1,
    asks: "steps",
    decays: true,
    isKeyedByRun: true,
    heading: "Workflows",
    plural: "workflows",
  },
  fact: {
    category: "facts",
    priority: "normal",
    weight: 0.9,
    asks: "nothing",
    decays: true,
    heading: "Facts",
    plural: "facts",
  },
  habit: {
    category: "habits",
    priority: "normal",
    weight: 0.9,
    asks: "nothing",
    decays: true,
    heading: "Habits",
    plural: "habits",
  },
} as const satisfies Readonly<Record<string, TypeRow>>;

export type RecordType = keyof typeof TYPE_TABLE;
const ROWS: Readonly<Record<RecordType, TypeRow>> = TYPE_TABLE;
export const TYPES = Object.keys(TYPE_TABLE) as readonly RecordType[];

/** Whether a type binds whoever reads it. */
export function isRule(type: RecordType): boolean {
  return TYPE_TABLE[type].asks === "rule";
}

/** Whether a type tells a reader or a program what to do. */
export function isInstruction(type: RecordType): boolean {
  return TYPE_TABLE[type].asks !== "nothing";
}

export function isKeyedByRun(type: RecordType): boolean {
  return ROWS[type].isKeyedByRun === true;
}

export const HABITS = ["preferred_cwd", "recurring_command", "workflow_pattern", "accepted_substitution"] as const;
export type Habit = (typeof HABITS)[number];

export const SCOPES = ["global", "project"] as const;
export type Scope = (typeof SCOPES)[number];

export const ORIGINS = ["observed", "extracted", "captured", "told", "imported"] as const;
export type Origin = (typeof ORIGINS)[number];

/** Strongest first. */
export const TRUSTS = ["person", "team", "agent", "repo", "tool", "external"] as const;
export type Trust = (typeof TRUSTS)[number];

/** Each source in words, for a sentence such as "from the repository". */
export const TRUST_SOURCES: Readonly<Record<Trust, string>> = {
  person: "a person",
  team: "your team",
  agent: "an agent",
  repo: "the repository",
  tool: "a tool's output",
  external: "an outside source",
};

/** The source with its author, where one is known. */
export function sourceInWords({ trust, author }: Pick<MemoryRecord, "trust" | "author">): string {
  return author === undefined ? TRUST_SOURCES[trust] : `${author} of ${TRUST_SOURCES[trust]}`;
}

export const STATUSES = ["active", "archived", "superseded"] as const;
export type Status = (typeof STATUSES)[number];

export type MemoryRecord = {
  readonly id: RecordId;
  readonly type: RecordType;
  readonly category: Category;
  readonly habit?: Habit;
  readonly scope: Scope;
  readonly project?: ProjectId;
  readonly key: string;
  readonly value?: string;
  readonly steps?: readonly string[];
  readonly text: string;
  readonly priority: Priority;
  readonly confidence: number;
  readonly origin: Origin;
  readonly trust: Trust;
  readonly accepted?: boolean;
  readonly status: Status;
  /** Why it is not active, for people: "expired on …", "superseded by …". */
  readonly statusReason?: string;
  readonly tags: readonly string[];
  readonly paths: readonly string[];
  readonly aliases: readonly string[];
  readonly keywords: readonly string[];
  readonly expires?: string;
  readonly verify?: readonly string[];
  readonly supersedes?: readonly RecordId[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly source: string;
  /** The member of a team who wrote it, as the team's server says. */
  readonly author?: string;
  /** The person's own words that it rests on. */
  readonly quote?: string;
  /** How the agent or model that nominated the quote understood it; shown to people, never given to agents. */
  readonly reading?: string;
  /** When that was said, if not when the record was made. */
  readonly saidAt?: string;
  /** What a program can check before a command or an edit. */
  readonly guards?: readonly Guard[];
  /** Why its guards cannot be read; none of them counts then, and their lines are kept. */
  readonly guardProblem?: string;
  /** Foreign lines of the frontmatter, kept unchanged. */
  readonly extra?: readonly string[];
};

/** When its statement was made, which may be long before a record was made of it. */
export function saidOn({ saidAt, createdAt }: Pick<MemoryRecord, "saidAt" | "createdAt">): string {
  return saidAt ?? createdAt;
}

/** When it was last changed; of a record that nobody changed, when its statement was made. */
export function lastStated(record: Pick<MemoryRecord, "saidAt" | "createdAt" | "updatedAt">): string {
  return record.updatedAt > record.createdAt ? record.updatedAt : saidOn(record);
}

/** The type of a record that is moved to a category. */
const TYPE_OF_CATEGORY: Readonly<Record<Category, RecordType>> = {
  principles: "policy",
  decisions: "decision",
  procedures: "workflow",
  incidents: "pitfall",
  preferences: "preference",
  facts: "fact",
  habits: "habit",
};

export function categoryOf(type: RecordType): Category {
  return TYPE_TABLE[type].category;
}

/** The type after a move to a type or a category; a record that is in that category already keeps its type. */
export function reclassified(from: RecordType, to: RecordType | Category): RecordType {
  if (isOneOf(TYPES, to)) return to;
  return categoryOf(from) === to ? from : TYPE_OF_CATEGORY[to];
}

/** The name of its habit if it has one, else its type. */
export function kindOf(record: Pick<MemoryRecord, "habit" | "type">): Habit | RecordType {
  return record.habit ?? record.type;
}

export function priorityRank(priority: Priority): number {
  return PRIORITIES.indexOf(priority);
}

type Claim = Pick<MemoryRecord, "priority" | "trust" | "accepted">;

/** Only what a person or a team said, or a person accepted, is critical. */
export function shownPriority({ priority, trust, accepted }: Claim): Priority {
  const isLimited = priority === "critical" && accepted !== true && weakestTrust(trust, "agent") === trust;
  return isLimited ? "high" : priority;
}

/** A rule that waits for a person does not count yet, and keeps the priority that it has once it is accepted. */
export function keptPriority(record: Claim & Pick<MemoryRecord, "type">): Priority {
  return isRule(record.type) ? record.priority : shownPriority(record);
}

/** Merging never raises trust: the weaker of two sources counts. */
export function weakestTrust(a: Trust, b: Trust): Trust {
  return TRUSTS.indexOf(a) >= TRUSTS.indexOf(b) ? a : b;
}

export function isOneOf<T extends string>(list: readonly T[], text: unknown): text is T {
  return typeof text === "string" && (list as readonly string[]).includes(text);
}

/** The source of a record that was learned from a session, with the turns that it came from. */
export function sessionSource(session: string, turns?: { readonly from: number; readonly to: number }): string {
  return `session ${session}${turns === undefined ? "" : `#${turns.from}-${turns.to}`}`;
}

export function sessionOfSource(source: string): string | undefined {
  return /^session ([^\s#]+)/.exec(source)?.[1];
}
