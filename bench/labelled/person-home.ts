/** Lays out a person's labelled transcripts as their agents would keep them, with the directories they were made in. */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Home directories in the data. */
const WRITTEN_HOME = "/home/dev";

export type PersonHome = {
  readonly home: string;
  /** The outermost directories that sessions ran in; each is a git repository. */
  readonly projects: readonly string[];
  /** The name of a session in the data, by the id that its agent gave it. */
  readonly nameOf: ReadonlyMap<string, string>;
  /** The person's messages in order, by the session's name. */
  readonly said: ReadonlyMap<string, readonly string[]>;
  readonly sessions: readonly {
    readonly cwd: string;
    readonly startMs: number;
    readonly endMs: number;
    readonly texts: readonly string[];
    readonly file: string;
  }[];
  /** A few lines that tools printed. */
  readonly printed: readonly string[];
};

type Event = Readonly<Record<string, unknown>> & {
  readonly message?: { readonly role?: string; readonly content?: unknown };
};

export function personHome(directory: string, person: string): PersonHome {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "oldhand-learn-")));
  const folder = join(directory, "transcripts", person);
  const directories = new Set<string>();
  const nameOf = new Map<string, string>();
  const said = new Map<string, readonly string[]>();
  const sessions: PersonHome["sessions"][number][] = [];
  const printed: string[] = [];
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".jsonl"))) {
    const text = readFileSync(join(folder, name), "utf8").replaceAll(WRITTEN_HOME, home);
    const events = text.split("\n").flatMap(parsed);
    const session = name.slice(0, -".jsonl".length);
    const texts = events.filter(isOfPerson).map(textOf);
    said.set(session, texts);
    printed.push(...printedIn(events).slice(0, MOST_PRINTED));
    const cwds = events.flatMap(({ cwd }) => (typeof cwd === "string" ? [cwd] : []));
    for (const cwd of cwds) directories.add(cwd);
    const id = String(events.find(({ sessionId }) => sessionId !== undefined)?.sessionId ?? events[0]?.id ?? session);
    nameOf.set(id, session);
    const times = events.flatMap(({ timestamp }) => (typeof timestamp === "string" ? [timestamp] : []));
    const [first] = times;
    const isPi = events[0]?.type === "session";
    const place = isPi
      ? join(home, ".pi/agent/sessions/--pi--", `${(first ?? "").replace(/[:.]/g, "-")}_${id}.jsonl`)
      : join(home, ".claude/projects", (cwds[0] ?? home).replace(/[/._]/g, "-"), `${id}.jsonl`);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
    const startMs = Date.parse(first ?? "") || Date.now();
    const endMs = Date.parse(times.at(-1) ?? "") || startMs;
    sessions.push({ cwd: cwds[0] ?? home, startMs, endMs, texts, file: place });
    if (first !== undefined) utimesSync(place, new Date(first), new Date(first));
  }
  return { home, projects: made([...directories], home), nameOf, said, sessions, printed };
}

const MOST_PRINTED = 3;
/** Shorter lines may be anybody's words. */
const LEAST_PRINTED_CHARS = 40;

function printedIn(events: readonly Event[]): string[] {
  const parts = events.flatMap(({ message }) => (Array.isArray(message?.content) ? (message.content as Event[]) : []));
  return parts
    .filter(({ type }) => type === "tool_result")
    .flatMap(({ content }) => (typeof content === "string" ? content.split("\n") : []))
    .map((line) => line.trim())
    .filter((line) => line.length >= LEAST_PRINTED_CHARS && /^[A-Z][\w ,'-]+[.!]?$/.test(line));
}

function parsed(line: string): Event[] {
  try {
    return [JSON.parse(line) as Event];
  } catch {
    return [];
  }
}

function made(directories: readonly string[], home: string): string[] {
  const own = directories.filter((one) => one.startsWith(`${home}/`)).toSorted((a, b) => a.length - b.length);
  const outermost = own.filter((one, at) => !own.slice(0, at).some((other) => one.startsWith(`${other}/`)));
  for (const directory of own) mkdirSync(directory, { recursive: true });
  for (const root of outermost)
    if (!existsSync(join(root, ".git"))) spawnSync("git", ["init", "-q", root], { stdio: "ignore" });
  return outermost;
}

const NOT_SAID =
  /^(?:<command-|<local-command|<bash-|<task-notif|<system-reminder|<user-memory|Caveat: The messages|\[Request interrupted|This session is being continued|API Error)/;

function isOfPerson(event: Event): boolean {
  if (event.type === "message") return event.message?.role === "user";
  if (event.type !== "user" || event.isMeta === true || event.isSidechain === true || event.isCompactSummary === true)
    return false;
  const { content } = event.message ?? {};
  if (Array.isArray(content) && content.some((part) => (part as Event).type === "tool_result")) return false;
  const text = textOf(event);
  return text !== "" && !NOT_SAID.test(text);
}

function textOf({ message }: Event): string {
  const { content } = message ?? {};
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => String((part as { text?: string }).text ?? "")).join("\n");
}
