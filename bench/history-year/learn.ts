/** Imports a year into an empty home, from a history file or the spool, and returns the suggestions and the cost. */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NewEvent } from "../../src/core/event/event.ts";
import { type Memory, openMemory } from "../../src/main/memory.ts";
import { readProjects } from "../../src/store/files/project-registry.ts";
import type { Env } from "../../src/verbs/call/environment.ts";
import { openForWriting } from "../../src/verbs/call/open-for-writing.ts";
import { learnHabits } from "../../src/verbs/history/count-habits.ts";
import { spoolLine } from "../../test/fixtures/shell-traces.ts";
import type { Year } from "./generate.ts";
import type { Suggested } from "./suggested.ts";

export type Learned = {
  readonly suggested: readonly Suggested[];
  readonly events: number;
  readonly cpuMs: number;
  readonly wallMs: number;
  /** The time to list every suggestion with its examples. */
  readonly listMs: number;
  readonly peakMb: number;
  readonly home: string;
  remove(): void;
};

/** From the history file of zsh, which has only commands and times. */
export function learnFromFile(year: Year): Promise<Learned> {
  const desk = newDesk();
  const file = join(desk.root, "zsh_history");
  writeFileSync(file, year.zshHistory);
  return learn(desk, async () => {
    const memory = await openMemory(desk.env, QUIET);
    await memory.importHistory({ source: "zsh", file });
    return memory;
  });
}

/** From the spool that shells would have written, with directories that exist. */
export function learnFromSpool(year: Year): Promise<Learned> {
  const desk = newDesk();
  makeDirectories(desk, year.events);
  const spool = join(desk.env.oldhandHome!, "spool");
  mkdirSync(spool, { recursive: true, mode: 0o700 });
  for (const [session, events] of Map.groupBy(year.events, (event) => event.session)) {
    appendFileSync(join(spool, `${session}.spool`), events.map((event) => lineOf(desk, event)).join(""));
  }
  return learn(desk, () => openMemory(desk.env, QUIET));
}

/** The median time to store and count one more command in the given home. */
export async function oneMore(home: string): Promise<number> {
  const { env } = deskAt(home);
  const { store } = await openForWriting(env, QUIET);
  const times: number[] = [];
  const families = ["git status", "npm test", "git add .", "git commit -m x", "git push"];
  for (let n = 0; n < 400; n += 1) {
    const event = eventOf(families[n % families.length]!, Date.UTC(2026, 0, 5) + n * 10_000);
    const from = performance.now();
    await store.events.append([event]);
    learnHabits(store);
    times.push(performance.now() - from);
  }
  store.close();
  return times.sort((a, b) => a - b)[times.length >> 1]!;
}

const QUIET = { settle: "all", note: () => {} } as const;
const CODE = "/home/me/code";

type Desk = { readonly root: string; readonly env: Env };

function newDesk(): Desk {
  return deskAt(join(mkdtempSync(join(tmpdir(), "oldhand-year-")), "home"));
}

function deskAt(home: string): Desk {
  const root = join(home, "..");
  const env = { home: join(root, "me"), cwd: root, session: undefined, isAgent: false };
  return {
    root,
    env: { ...env, oldhandHome: home, variables: { PATH: process.env.PATH }, clock: () => Date.now(), at: () => {} },
  };
}

async function learn({ root, env }: Desk, take: () => Promise<Memory>): Promise<Learned> {
  const [wall, cpu] = [performance.now(), process.cpuUsage()];
  const memory = await take();
  const { user, system } = process.cpuUsage(cpu);
  const wallMs = performance.now() - wall;
  const { events } = memory.commandCounts();
  const from = performance.now();
  const suggestions = await memory.suggestions("pending");
  const listMs = performance.now() - from;
  const known = readProjects(join(env.oldhandHome!, "projects.json"));
  const roots = new Map(known.map(({ id, paths }) => [id, paths[0]?.replace(join(root, "code"), CODE)]));
  const suggested = suggestions.map(({ kind, key, scope, project, evidence: { count, sessions } }): Suggested => {
    const where = project === undefined ? {} : { project: roots.get(project) ?? project };
    return { kind, key: key.replace(join(root, "code"), CODE), scope, ...where, count, sessions };
  });
  memory.close();
  return {
    ...{ suggested, events, wallMs, listMs },
    cpuMs: (user + system) / 1000,
    peakMb: process.resourceUsage().maxRSS / 1024,
    home: env.oldhandHome!,
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

function makeDirectories(desk: Desk, events: readonly NewEvent[]): void {
  for (const cwd of new Set(events.map((event) => event.cwd!))) mkdirSync(placed(desk, cwd), { recursive: true });
  const roots = new Set(events.map((event) => /^\/home\/me\/code\/[^/]+/.exec(event.cwd!)![0]));
  for (const root of roots) writeFileSync(join(placed(desk, root), "package.json"), "{}\n");
}

function placed({ root }: Desk, cwd: string): string {
  return cwd.replace(CODE, join(root, "code"));
}

function lineOf(desk: Desk, { session, shell, actor, startMs, durationMs, exitCode, cwd, command }: NewEvent): string {
  const times = { startMs: startMs!, durationMs: durationMs!, exitCode: exitCode! };
  return spoolLine({ session, shell, actor, ...times, cwd: placed(desk, cwd!), command });
}

function eventOf(command: string, startMs: number): NewEvent {
  const words = command as NewEvent["command"];
  const of = { session: "ses_one_more", source: "live", shell: "zsh", actor: "person" } as const;
  return { ...of, command: words, startMs, durationMs: 100, exitCode: 0, status: "success" };
}
