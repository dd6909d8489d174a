/** The settings: one table with default, unit and one sentence each; files and commands only read and show it. */
import { OldhandError } from "./error.ts";

type Kind = "boolean" | "whole" | "number" | "text" | "list" | readonly string[];

type Setting = {
  readonly kind: Kind;
  readonly fallback: boolean | number | string | readonly string[];
  readonly unit?: string;
  readonly says: string;
};

export const SETTINGS = {
  "memories.enabled": {
    kind: "boolean",
    fallback: false,
    says: "Run the session pipeline by itself and hand agents a session block.",
  },
  "memories.maxRolloutAgeDays": {
    kind: "whole",
    fallback: 30,
    unit: "days",
    says: "Sessions older than this are not read for extraction.",
  },
  "memories.minRolloutIdleHours": {
    kind: "whole",
    fallback: 12,
    unit: "hours",
    says: "A session that moved more recently than this is left alone.",
  },
  "memories.maxRolloutsPerStartup": {
    kind: "whole",
    fallback: 64,
    unit: "sessions",
    says: "How many sessions one run takes at most.",
  },
  "memories.summaryInjectionTokenLimit": {
    kind: "whole",
    fallback: 5000,
    unit: "tokens",
    says: "The most that the session block may hold.",
  },
  "memories.extractionConcurrency": {
    kind: "whole",
    fallback: 1,
    unit: "sessions",
    says: "How many sessions are read at the same time.",
  },
  "memories.extractionLeaseSeconds": {
    kind: "whole",
    fallback: 120,
    unit: "seconds",
    says: "How long a session that is being read is left to whoever reads it, since the last sign of life.",
  },
  "memories.consolidationLeaseSeconds": {
    kind: "whole",
    fallback: 180,
    unit: "seconds",
    says: "The same for a project whose memory is being written.",
  },
  "memories.extractionPartTokens": {
    kind: "whole",
    fallback: 8000,
    unit: "tokens",
    says: "A session longer than this is read by a model in parts.",
  },
  "memories.extractionAnswerTokens": {
    kind: "whole",
    fallback: 2048,
    unit: "tokens",
    says: "The most that a model may say of one part.",
  },
  "memories.consolidationInputTokens": {
    kind: "whole",
    fallback: 16000,
    unit: "tokens",
    says: "The most records, in tokens, that a model words at once; the others keep their own words.",
  },
  "memories.consolidationAnswerTokens": {
    kind: "whole",
    fallback: 16000,
    unit: "tokens",
    says: "The most that a model may write when it words a project's memory.",
  },
  "brief.budget": { kind: "whole", fallback: 800, unit: "tokens", says: "The most that a brief may hold." },
  "brief.threshold": {
    kind: "number",
    fallback: 0.1,
    unit: "strength × relevance",
    says: "What fits the prompt less well than this is left out of a brief.",
  },
  "planner.budget": {
    kind: "whole",
    fallback: 2000,
    unit: "tokens",
    says: "The most that a planning model is told of what is known here.",
  },
  "planner.timeoutSeconds": {
    kind: "number",
    fallback: 30,
    unit: "seconds",
    says: "How long a model may take over a plan, with all repeats.",
  },
  "recall.budget": { kind: "whole", fallback: 2000, unit: "tokens", says: "The most that one recall hands over." },
  "recall.limit": { kind: "whole", fallback: 10, unit: "results", says: "How many results one recall returns." },
  "decay.halfLifeDays": {
    kind: "number",
    fallback: 90,
    unit: "days",
    says: "After this long without use a record has half its strength.",
  },
  "decay.archiveBelow": {
    kind: "number",
    fallback: 0.1,
    unit: "strength",
    says: "Records weaker than this are archived by consolidation.",
  },
  "incidents.expireDays": {
    kind: "whole",
    fallback: 30,
    unit: "days",
    says: "How long a transient incident is kept before it is archived.",
  },
  review: {
    kind: ["off", "low", "all"],
    fallback: "off",
    says: "What waits for a person: off, only what the trust rules hold back; low, also what a model extracted; all, everything.",
  },
  "sessions.keepDays": {
    kind: "whole",
    fallback: 30,
    unit: "days",
    says: "How long what was said in agents' sessions is kept after it was taken in; 0 for ever. What was learned from it stays.",
  },
  "sessions.keepMegabytes": {
    kind: "whole",
    fallback: 512,
    unit: "MB",
    says: "How much of what was said in agents' sessions is kept; the oldest goes first, 0 for no limit.",
  },
  "capture.ignore": {
    kind: "list",
    fallback: [],
    says: "Globs: a command line that matches one is never recorded.",
  },
  "capture.private": {
    kind: "list",
    fallback: [],
    says: "Words or globs that are taken out of everything before it is written.",
  },
  "models.default": { kind: "text", fallback: "", says: "The model that extracts and plans; empty for none." },
  "models.smol": { kind: "text", fallback: "", says: "The model that consolidates; empty for the default one." },
  "models.dailyTokenCap": {
    kind: "whole",
    fallback: 0,
    unit: "tokens",
    says: "The most that models may use in a day; 0 means no calls.",
  },
} as const satisfies Record<string, Setting>;

export type SettingKey = keyof typeof SETTINGS;
type Widen<T> = T extends boolean ? boolean : T extends number ? number : T extends string ? string : readonly string[];
export type Config = { readonly [K in SettingKey]: Widen<(typeof SETTINGS)[K]["fallback"]> };

/** Settings as they stand in the file: flat keys, unread values. */
export type RawConfig = Readonly<Record<string, unknown>>;

/** Fills a whole configuration from what a file says; refuses a value that its setting cannot take. */
export function readConfig(raw: RawConfig): Config {
  const config: Record<string, unknown> = {};
  for (const key of settingKeys()) {
    config[key] = Object.hasOwn(raw, key) ? checkSetting(key, raw[key]) : SETTINGS[key].fallback;
  }
  return config as Config;
}

export function settingKeys(): SettingKey[] {
  return Object.keys(SETTINGS) as SettingKey[];
}

export function isSettingKey(text: string): text is SettingKey {
  return Object.hasOwn(SETTINGS, text);
}

/** Turns a value from a file or the command line into one of the setting's kind. */
export function checkSetting(key: SettingKey, value: unknown): Config[SettingKey] {
  const { kind } = SETTINGS[key] as Setting;
  const text = typeof value === "string" ? value.trim() : value;
  if (kind === "boolean") {
    if (text === true || text === "true") return true;
    if (text === false || text === "false") return false;
  } else if (kind === "whole" || kind === "number") {
    const n = typeof text === "number" ? text : typeof text === "string" && text !== "" ? Number(text) : Number.NaN;
    if (Number.isFinite(n) && n >= 0 && (kind === "number" || Number.isInteger(n))) return n;
  } else if (kind === "list") {
    if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
    if (typeof text === "string") return text === "" ? [] : text.split(/\s*,\s*/);
  } else if (kind === "text") {
    if (typeof text === "string") return text;
  } else if (typeof text === "string" && kind.includes(text)) {
    return text;
  }
  throw new OldhandError("invalid", `${key} takes ${describeKind(kind)}; it cannot be ${JSON.stringify(value)}.`);
}

function describeKind(kind: Kind): string {
  if (kind === "boolean") return "true or false";
  if (kind === "whole") return "a whole number from 0 up";
  if (kind === "number") return "a number from 0 up";
  if (kind === "text") return "a text";
  if (kind === "list") return "a list, with commas between";
  return `one of ${kind.join(", ")}`;
}
