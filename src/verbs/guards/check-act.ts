/** Checks what is about to be done against the guards in force: a command line, or the files that a tool would edit. */
import { isAbsolute, resolve } from "node:path";
import type { CallContext } from "../../context/call-context.ts";
import { whatRuns } from "../../core/command/what-runs.ts";
import { GUARD_MODES, type Guard, type GuardMode } from "../../core/guard/guard.ts";
import { type GuardAction, type GuardPlace, matchGuards } from "../../core/guard/match.ts";
import { knownAliases } from "../../project/known-aliases.ts";
import { projectScripts } from "../../project/runnable/scripts/script-bodies.ts";
import { BUILT_IN, concerns, guardsInForce } from "./guards-in-force.ts";
import { evidenceIn } from "./session-evidence.ts";

export type Act =
  | { readonly kind: "command"; readonly command: string }
  /** Paths as the tool gives them; relative ones are relative to the directory. */
  | { readonly kind: "edit"; readonly paths: readonly string[] };

export type ActAsk = {
  readonly act: Act;
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
  readonly guard: Guard;
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
      ? { kind: "edit", paths: files }
      : { kind: "command", runs: whatRuns(act.command, { cwd, ...home, scripts }) };
  const place: GuardPlace = {
    ...{ cwd, ...home, ...(root !== undefined && { root }) },
    ...(session !== undefined && { succeeded: evidenceIn(call, { session, cwd, scripts }) }),
  };
  const fallback = config["guard.mode"] as GuardMode;
  const matches = acting
    .filter((one) => concerns(one, { cwd, root, files }))
    .flatMap(({ record, text, guards }) =>
      matchGuards(guards, action, place).map(({ guard, reason, remedy, isCertain }): VerdictMatch => {
        const mode = isCertain ? (guard.mode ?? fallback) : "warn";
        return { record, text, guard, action: mode, reason, ...(remedy !== undefined && { remedy }) };
      }),
    )
    .toSorted((a, b) => GUARD_MODES.indexOf(b.action) - GUARD_MODES.indexOf(a.action));
  return { action: matches[0]?.action ?? "pass", matches };
}

/** The verdict for a person who runs a command: only agents are kept from oldhand's files. */
export function asPersons({ matches }: ActVerdict): ActVerdict {
  const left = matches.filter(({ record }) => record !== BUILT_IN);
  return { action: left[0]?.action ?? "pass", matches: left };
}

const absolute = (path: string, cwd: string): string => (isAbsolute(path) ? path : resolve(cwd, path));
