/** Checks what is about to be done against the guards in force: a command line, or the files that a tool would edit. */
import { isAbsolute, resolve } from "node:path";
import { whatRuns } from "../../core/command/what-runs.ts";
import { GUARD_MODES, type Guard, type GuardMode } from "../../core/guard/guard.ts";
import { type GuardAction, type GuardCertainty, type GuardPlace, matchGuards } from "../../core/guard/match.ts";
import { type AddedText, newLines } from "../../core/guard/tool-act.ts";
import type { MomentAct } from "../../core/moment/moment.ts";
import { branchAt, followedPath, readSmallFile } from "../../system/project/git-directory.ts";
import { knownAliases } from "../../system/project/known-aliases.ts";
import { projectScripts } from "../../system/project/runnable/scripts/script-bodies.ts";
import type { CallContext } from "../call/call-context.ts";
import { concerns, guardsInForce } from "./guards-in-force.ts";
import { evidenceIn } from "./session-evidence.ts";

export type ActAsk = {
  readonly act: MomentAct;
  /** Where it would be done; absent: where the call is. */
  readonly cwd?: string | undefined;
  /** The session of the agent; absent: nothing is known about what was done before. */
  readonly session?: string | undefined;
  /** Guards that are not saved yet, to be tried in place of those in force. */
  readonly draft?: readonly Guard[];
  /** Programs that are called by other names; absent: read from the person's shell and git settings. */
  readonly alias?: (name: string) => string | undefined;
};

export type ActVerdict = {
  readonly action: "pass" | GuardMode;
  /** The strictest first. */
  readonly matches: readonly VerdictMatch[];
};

export type VerdictMatch = {
  /** The record's id, or `built-in`. */
  readonly record: string;
  readonly text: string;
  /** Absent for a rule whose occasion this is: it is told, and stops nothing. */
  readonly guard?: Guard;
  readonly action: GuardMode;
  readonly reason: string;
  /** What would be right. */
  readonly remedy?: string;
};

export async function checkAct(
  call: CallContext,
  { act, cwd: given, session, draft, alias }: ActAsk,
): Promise<ActVerdict> {
  const { env, project, config } = call;
  const cwd = given ?? env.cwd ?? "/";
  const acting =
    draft === undefined ? await guardsInForce(call) : [{ record: "draft", text: "", guards: draft, paths: [] }];
  const root = project?.root;
  const scripts = projectScripts(root ?? cwd, alias ?? knownAliases({ home: env.home, root }));
  const home = env.home === undefined ? {} : { home: env.home };
  const files = act.kind === "edit" ? act.paths.map((path) => absolute(path, cwd)) : [];
  const action: GuardAction =
    act.kind === "edit"
      ? { kind: "edit", paths: files, adds: (act.adds ?? []).map((added) => newIn(added, cwd)) }
      : {
          kind: "command",
          runs: whatRuns(act.command, { isThorough: true, cwd, ...home, scripts, known: placesIn(env) }),
        };
  const place: GuardPlace = {
    ...{ cwd, ...home, ...(root !== undefined && { root }) },
    ...{ branch: branchAt, day: dayOf(call.clock()), real: realPaths() },
    ...(session !== undefined && { succeeded: evidenceIn(call, { session, cwd, scripts }) }),
  };
  const fallback = config["guard.mode"] as GuardMode;
  const matches = acting
    .filter((one) => concerns(one, { cwd, root, files }))
    .flatMap(({ record, text, guards }) =>
      matchGuards(guards, action, place).map(({ guard, reason, remedy, known }): VerdictMatch => {
        const mode = modeOf(guard.mode ?? fallback, known);
        return { record, text, guard, action: mode, reason, ...(remedy !== undefined && { remedy }) };
      }),
    );
  const rows = draft === undefined ? await packOf(call, action, place) : [];
  const all = [...matches, ...rows].toSorted((a, b) => GUARD_MODES.indexOf(b.action) - GUARD_MODES.indexOf(a.action));
  return { action: all[0]?.action ?? "pass", matches: all };
}

/** Loaded only where the person turned it on. */
async function packOf(
  { config, env }: CallContext,
  action: GuardAction,
  place: GuardPlace,
): Promise<readonly VerdictMatch[]> {
  if (action.kind !== "command" || config["guard.pack"] !== true) return [];
  const { packMatches } = await import("./pack.ts");
  const { uncommittedWork } = await import("../../system/run/git-work.ts");
  const { root } = place;
  const work = () => (root === undefined ? undefined : uncommittedWork(root, env.variables));
  return packMatches(action.runs, { ...place, work });
}

/** The variables that lead to our own files. */
function placesIn({ variables, oldhandHome }: CallContext["env"]): Readonly<Record<string, string>> {
  const names = ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"];
  const set = names.flatMap((name) => (variables[name]?.startsWith("/") ? [[name, variables[name]] as const] : []));
  return { ...Object.fromEntries(set), ...(oldhandHome && { OLDHAND_HOME: oldhandHome }) };
}

/** Each path is looked up once for all guards. */
function realPaths(): (path: string) => string {
  const known = new Map<string, string>();
  return (path) => {
    const found = known.get(path) ?? followedPath(path);
    known.set(path, found);
    return found;
  };
}

const MOST_BYTES = 1_048_576;

/** Of a file that is written as a whole, what it does not have yet. */
function newIn({ path: given, text, isWhole }: AddedText, cwd: string): AddedText {
  const path = absolute(given, cwd);
  const before = isWhole === true ? readSmallFile(path, MOST_BYTES) : undefined;
  return { path, text: before === undefined ? text : newLines(before, text) };
}

const dayOf = (ms: number): string => new Intl.DateTimeFormat("en", { weekday: "long" }).format(ms).toLowerCase();

/** What is not known for certain is not stopped, and a guard that only warns does no more than that. */
function modeOf(mode: GuardMode, known: GuardCertainty): GuardMode {
  if (known === "evidence") return "warn";
  return known === "unread" && mode === "deny" ? "ask" : mode;
}

const absolute = (path: string, cwd: string): string => (isAbsolute(path) ? path : resolve(cwd, path));
