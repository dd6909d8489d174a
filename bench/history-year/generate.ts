/** Generates a year of commands from a seed: habits among noise, with a list of the habits. */
import { derivedId } from "../../src/core/base/id.ts";
import { type NewEvent, statusOf } from "../../src/core/event/event.ts";
import { screen } from "../../src/core/screen/clean.ts";
import { GAP_DECOY, type Habit, habitsOf, ONE_SESSION_DECOY, RARE_DECOY } from "./habits.ts";
import { type Account, type Ledger, newLedger } from "./ledger.ts";
import { type Noise, noiseOf } from "./noise.ts";
import { type Random, seededRandom } from "./random.ts";

export type YearOptions = {
  readonly seed?: number;
  readonly commands?: number;
  readonly projects?: number;
  readonly sessions?: number;
};

export type Year = Account & {
  readonly events: readonly NewEvent[];
  /** The same commands in the extended history format of zsh: without directories, sessions and exit codes. */
  readonly zshHistory: string;
};

export function generateYear({
  seed = 1,
  commands = 200_000,
  projects = 40,
  sessions = 1_500,
}: YearOptions = {}): Year {
  if (projects < 3 || sessions < projects * 4 || commands < sessions * LEAST_COMMANDS) {
    throw new RangeError(
      `A year needs 3 projects, 4 sessions for each and ${LEAST_COMMANDS} commands in each session.`,
    );
  }
  const random = seededRandom(seed);
  const ledger = newLedger();
  const desk: Desk = { random, noise: noiseOf(random), ledger, seed };
  const events: NewEvent[] = [];
  const lengths = lengthsOf(commands, sessions, random);
  const seen = new Map<number, number>();
  let endMs = FIRST_MS;
  for (const [session, length] of lengths.entries()) {
    const project = projectOf(session, projects, random);
    const visit = seen.get(project) ?? 0;
    seen.set(project, visit + 1);
    const startMs = Math.max(FIRST_MS + Math.floor((session * YEAR_MS) / sessions), endMs + APART_MS);
    const made = sessionOf(desk, { session, project, visit, length, startMs });
    for (const event of made) events.push(event);
    endMs = made.at(-1)!.startMs! + APART_MS;
  }
  return { events, zshHistory: events.map(historyLine).join(""), ...ledger.close() };
}

const FIRST_MS = Date.UTC(2025, 0, 6, 7);
const YEAR_MS = 364 * 24 * 3_600_000;
/** Longer than any gap within a sequence may be. */
const APART_MS = 45 * 60_000;
const LEAST_COMMANDS = 40;
const HABIT_SHARE = 0.11;
const RETRY_SHARE = 0.05;
const FAILURE_SHARE = 0.08;
const PREFERRED = ["", "/packages/api", "/services/web"];

type Desk = { readonly random: Random; readonly noise: Noise; readonly ledger: Ledger; readonly seed: number };
type Sitting = {
  readonly session: number;
  readonly project: number;
  /** How many sessions this project had before. */
  readonly visit: number;
  readonly length: number;
  readonly startMs: number;
};

function lengthsOf(commands: number, sessions: number, random: Random): number[] {
  const spare = commands - sessions * LEAST_COMMANDS;
  const weights = Array.from({ length: sessions }, () => 0.2 + random.next());
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const lengths = weights.map((weight) => LEAST_COMMANDS + Math.floor((spare * weight) / total));
  const given = lengths.reduce((sum, length) => sum + length, 0);
  return lengths.map(
    (length, at) => length + Math.floor((commands - given) / sessions) + Number(at < (commands - given) % sessions),
  );
}

/** Every third session goes to the projects in turn; the others favour some projects. */
function projectOf(session: number, projects: number, random: Random): number {
  return session % 3 === 0 ? (session / 3) % projects : Math.floor(projects * random.next() ** 2);
}

/** A command that occurs once in the year precedes and follows each habit, so that habits are never adjacent by chance. */
function sessionOf(desk: Desk, sitting: Sitting): NewEvent[] {
  const { random, noise } = desk;
  const diary = newDiary(desk, sitting);
  const decoys = decoysOf(sitting);
  const habits = habitsOf(sitting.project);
  diary.write(noise.once(), { exitCode: 0 });
  while (diary.left() > 1) {
    const isRoomy = diary.left() > MOST_HABIT_COMMANDS;
    const decoy = isRoomy ? decoys.shift() : undefined;
    if (decoy !== undefined) diary.plant(decoy.habit, decoy);
    else if (isRoomy && random.isLucky(HABIT_SHARE)) diary.plant(weighted(habits, random), {});
    else diary.write(...idle(desk));
  }
  diary.write(noise.once(), { exitCode: 0 });
  return diary.events;
}

/** Three steps, one of them twice, and the command after them. */
const MOST_HABIT_COMMANDS = 6;

type Decoy = { readonly habit: Habit; readonly isApart?: boolean; readonly isExact: true };

function decoysOf({ project, visit }: Sitting): Decoy[] {
  if (project === 0 && visit < 4) return [{ habit: GAP_DECOY, isApart: true, isExact: true }];
  if (project === 1 && visit === 0)
    return Array.from({ length: 4 }, () => ({ habit: ONE_SESSION_DECOY, isExact: true }));
  if (project === 2 && visit < 3) return [{ habit: RARE_DECOY, isExact: true }];
  return [];
}

type Ending = { readonly exitCode: number; readonly cwd?: string; readonly pauseMs?: number };

function idle({ random, noise }: Desk): [command: string, ending: Ending] {
  const chance = random.next();
  if (chance < 0.4) return [noise.looking(), { exitCode: 0 }];
  if (chance < 0.44) return [noise.typo(), { exitCode: 127 }];
  return [noise.any(), { exitCode: random.isLucky(FAILURE_SHARE) ? random.oneOf([1, 2, 130]) : 0 }];
}

function weighted(habits: readonly Habit[], random: Random): Habit {
  return random.oneOf(habits.flatMap((habit) => Array.from({ length: habit.weight }, () => habit)));
}

function newDiary({ random, noise, ledger, seed }: Desk, { session, project, length, startMs }: Sitting) {
  const events: NewEvent[] = [];
  const root = `/home/me/code/project-${String(project).padStart(2, "0")}`;
  const id = derivedId("ses", `${seed}:${session}`);
  let nowMs = startMs;
  const write = (command: string, { exitCode, cwd, pauseMs = 0 }: Ending): void => {
    const durationMs = random.between(0, 9) * 1000;
    nowMs += pauseMs + random.between(2, 40) * 1000;
    events.push({
      session: id,
      source: "zsh",
      shell: "zsh",
      actor: "person",
      command: screen(command).text,
      // A directory that only this session uses, so that none of them is preferred.
      cwd: cwd ?? `${root}/scratch/s${session}-${random.below(5)}`,
      startMs: nowMs,
      durationMs,
      exitCode,
      status: statusOf(exitCode),
    });
    nowMs += durationMs;
  };
  const plant = (habit: Habit, { isApart, isExact }: Partial<Decoy>): void => {
    const cwd = `${root}${PREFERRED[(project + habit.families[0]!.length) % PREFERRED.length]}`;
    const isFailure = isExact === undefined && habit.families.length === 1 && random.isLucky(FAILURE_SHARE);
    const isRetried = isExact === undefined && habit.families.length > 1 && random.isLucky(RETRY_SHARE);
    const run = (at: number, exitCode: number): void => {
      const family = habit.families[at]!;
      write(habit.lines[at]!(random), { exitCode, cwd, pauseMs: isApart && at > 0 ? APART_MS : 0 });
      ledger.ran({ family, directory: cwd, isSuccess: exitCode === 0, project: root, session });
    };
    for (const at of habit.families.keys()) {
      if (isRetried && at === habit.families.length - 1) run(at, 1);
      run(at, isFailure ? 1 : 0);
    }
    if (!isApart && habit.families.length > 1) ledger.followed({ families: habit.families, project: root, session });
    write(noise.once(), { exitCode: 0 });
  };
  return { events, write, plant, left: () => length - events.length };
}

/** zsh writes a newline inside a command as a backslash and a newline. */
function historyLine({ command, startMs = 0, durationMs = 0 }: NewEvent): string {
  return `: ${Math.floor(startMs / 1000)}:${Math.floor(durationMs / 1000)};${command.replaceAll("\n", "\\\n")}\n`;
}
