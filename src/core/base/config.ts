/** The settings: one table with a default, a unit and one sentence for each. */
import { OldhandError } from "./error.ts";

type Kind = "boolean" | "integer" | "number" | "text" | "list" | readonly string[];

type Setting = {
  readonly kind: Kind;
  readonly fallback: boolean | number | string | readonly string[];
  readonly unit?: string;
  readonly says: string;
  /** It decides what is sent away, kept out or confirmed, so only a person may change it. */
  readonly isSafety?: true;
};

const integer = (fallback: number, unit: string) => ({ kind: "integer" as const, fallback, unit });
const number = (fallback: number, unit: string) => ({ kind: "number" as const, fallback, unit });
const text = { kind: "text", fallback: "" } as const;
const list = { kind: "list", fallback: [] } as const;

export const SETTINGS = {
  "memories.enabled": {
    kind: "boolean",
    fallback: false,
    says: "Learn from finished agent sessions automatically, and give each new session a summary of the project's memory.",
  },
  "memories.maxRolloutAgeDays": {
    ...integer(30, "days"),
    says: "Do not learn from sessions that are older than this.",
  },
  "memories.minRolloutIdleHours": {
    ...integer(12, "hours"),
    says: "Learn from a session only after it has been idle for this long.",
  },
  "memories.maxRolloutsPerStartup": { ...integer(64, "sessions"), says: "The most sessions that one run reads." },
  "memories.summaryInjectionTokenLimit": {
    ...integer(5000, "tokens"),
    says: "The maximum size of the summary that a session is given at its start.",
  },
  "brief.budget": { ...integer(800, "tokens"), says: "The maximum size of a brief." },
  "brief.threshold": {
    ...number(0.1, "strength × relevance"),
    says: "Records that score below this for the prompt are left out of a brief.",
  },
  "brief.passages": {
    ...integer(2, "passages"),
    says: "How many passages of earlier sessions, tickets, episodes and commits a prompt gets at most; 0 for none.",
  },
  "recall.embedder": {
    ...text,
    fallback: "static",
    isSafety: true,
    says: "How recall compares meaning: static, transformers:MODEL (a model or its folder, run in this process by @huggingface/transformers, if you installed that), ollama/MODEL or openai-compatible/MODEL@ADDRESS, to which your messages are sent; none for words alone.",
  },
  "recall.agentsEverywhere": {
    kind: "boolean",
    fallback: false,
    isSafety: true,
    says: "Let agents search and list across all your projects with --everywhere; no prompt gets another project's records either way.",
  },
  "decay.halfLifeDays": {
    ...number(90, "days"),
    says: "A record loses half its strength for every period of this length without use.",
  },
  "decay.archiveBelow": {
    ...number(0.1, "strength"),
    says: "Consolidation archives records whose strength is below this.",
  },
  review: {
    kind: ["off", "low", "all"],
    fallback: "off",
    isSafety: true,
    says: "What you have to confirm: off, only what the trust rules require; low, also what a model extracted; all, everything.",
  },
  "guard.mode": {
    kind: ["warn", "ask", "deny"],
    fallback: "deny",
    isSafety: true,
    says: "What a guard does that says nothing itself: warn gives the agent the reason, ask lets you decide, deny stops it.",
  },
  "guard.pack": {
    kind: "boolean",
    fallback: false,
    isSafety: true,
    says: "Ask before an agent does what cannot be undone: deletes outside the project, discards uncommitted work, force-pushes, drops a database, destroys infrastructure, overwrites a disk, publishes, reads keys.",
  },
  "predict.enabled": {
    kind: "boolean",
    fallback: true,
    says: "Whether shells are offered the likely next command. Takes effect in new shells.",
  },
  "sessions.keepDays": {
    ...integer(30, "days"),
    says: "How long the text of imported agent sessions is kept, up to 512 MB in all; over 30 days there is no limit of size, and 0 keeps it forever. What was learned stays.",
  },
  "sync.everyMinutes": {
    ...integer(15, "minutes"),
    says: "How often a command also syncs with your other machines and the spaces you joined; 0 leaves it to `oldhand sync`.",
  },
  "sync.include": {
    ...list,
    isSafety: true,
    says: "What else travels between your machines besides records and decisions: history, sessions, counters.",
  },
  "capture.ignore": { ...list, isSafety: true, says: "Globs; a command line that matches one is never recorded." },
  "capture.private": {
    ...list,
    isSafety: true,
    says: "Words or globs that are removed from everything before it is written.",
  },
  "models.default": { ...text, isSafety: true, says: "The model for extraction and planning; empty for none." },
  "models.reader": {
    ...text,
    isSafety: true,
    says: "Who reads finished sessions: an agent that is installed here, such as claude-code, run without tools, or a model; empty to use models.default.",
  },
  "models.readerConsent": {
    ...list,
    isSafety: true,
    says: "Agents whose sessions the reader may read although it is of another vendor, such as codex, or codex:PROJECT for one project.",
  },
  "models.smol": { ...text, isSafety: true, says: "The model for consolidation; empty to use models.default." },
  "models.dailyTokenCap": {
    ...integer(0, "tokens"),
    isSafety: true,
    says: "The most tokens that models may use in a day; 0 means that no model is called.",
  },
} as const satisfies Record<string, Setting>;

/** Settings of earlier versions: they do nothing, and are no mistake. */
export const RETIRED_SETTINGS: ReadonlySet<string> = new Set([
  "incidents.expireDays",
  "lift.holdOut",
  "memories.consolidationAnswerTokens",
  "memories.consolidationInputTokens",
  "memories.consolidationLeaseSeconds",
  "memories.extractionAnswerTokens",
  "memories.extractionConcurrency",
  "memories.extractionLeaseSeconds",
  "memories.extractionPartTokens",
  "planner.budget",
  "planner.timeoutSeconds",
  "predict.agents",
  "recall.budget",
  "recall.limit",
  "sessions.keepMegabytes",
]);

export type SettingKey = keyof typeof SETTINGS;
type Widen<T> = T extends boolean ? boolean : T extends number ? number : T extends string ? string : readonly string[];
export type Config = { readonly [K in SettingKey]: Widen<(typeof SETTINGS)[K]["fallback"]> };

/** Settings as the file has them: flat keys, unchecked values. */
export type RawConfig = Readonly<Record<string, unknown>>;

/** Makes a complete configuration from a file's values; a setting with an invalid value has its default. */
export function readConfig(raw: RawConfig): Config {
  const config: Record<string, unknown> = {};
  for (const key of settingKeys()) {
    const read = Object.hasOwn(raw, key) ? settingIn(raw, key) : undefined;
    config[key] = read?.outcome === "valid" ? read.value : SETTINGS[key].fallback;
  }
  return config as Config;
}

/** The settings of a file that have an invalid value, each with what is wrong. */
export function invalidSettings(raw: RawConfig): { readonly key: SettingKey; readonly fault: string }[] {
  return settingKeys().flatMap((key) => {
    const read = Object.hasOwn(raw, key) ? settingIn(raw, key) : undefined;
    return read?.outcome === "invalid" ? [{ key, fault: read.fault }] : [];
  });
}

type ReadSetting =
  | { readonly outcome: "valid"; readonly value: unknown }
  | { readonly outcome: "invalid"; readonly fault: string };

function settingIn(raw: RawConfig, key: SettingKey): ReadSetting {
  try {
    return { outcome: "valid", value: checkSetting(key, raw[key]) };
  } catch (error) {
    if (!(error instanceof OldhandError)) throw error;
    return { outcome: "invalid", fault: error.message };
  }
}

export function settingKeys(): SettingKey[] {
  return Object.keys(SETTINGS) as SettingKey[];
}

export function isSettingKey(text: string): text is SettingKey {
  return Object.hasOwn(SETTINGS, text);
}

export function isSafetySetting(key: SettingKey): boolean {
  const { isSafety }: Setting = SETTINGS[key];
  return isSafety === true;
}

/** Converts a value from a file or the command line to the setting's kind. */
export function checkSetting(key: SettingKey, value: unknown): Config[SettingKey] {
  const { kind } = SETTINGS[key] as Setting;
  const text = typeof value === "string" ? value.trim() : value;
  if (kind === "boolean") {
    if (text === true || text === "true") return true;
    if (text === false || text === "false") return false;
  } else if (kind === "integer" || kind === "number") {
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
  throw new OldhandError("invalid", `${key} takes ${describeKind(kind)}, not ${JSON.stringify(value)}.`);
}

function describeKind(kind: Kind): string {
  if (kind === "boolean") return "true or false";
  if (kind === "integer") return "a whole number of 0 or more";
  if (kind === "number") return "a number of 0 or more";
  if (kind === "text") return "text";
  if (kind === "list") return "a comma-separated list";
  return `one of ${kind.join(", ")}`;
}
