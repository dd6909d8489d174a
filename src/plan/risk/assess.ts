/** Says what a command would do, by rules on the parsed line: how risky it is, what it reaches, and why. */
import { type Flag, higherRisk, RISKS, type Risk, TOUCHES, type Touch } from "../../core/plan/plan.ts";
import { asWord } from "../../core/workflow/quote.ts";
import type { Act } from "./act.ts";
import type { Ground } from "./place.ts";
import { type Reading, readLine } from "./read.ts";
import type { Rule } from "./rule.ts";
import { RULES, UNKNOWN_RULE } from "./rules.ts";
import { bodyOf, type Called, calledScripts, isChecking } from "./scripts.ts";

export type RiskMeans = {
  readonly cwd: string;
  /** Absent: the directory itself. */
  readonly projectRoot?: string;
  readonly home?: string;
  /**
   * What a script of the project runs, in `program`'s words: `npm` for package.json whatever manager runs it, `make`,
   * `just`, `composer`, `deno`, `task`. Of a target that needs others, they come first, as lines `make other`.
   */
  readonly scripts: (name: string, program: string) => string | undefined;
  /** The directory in which such a script runs; absent: where the command does. */
  readonly scriptPlace?: (program: string) => string;
};

export type Assessment = {
  readonly risk: Risk;
  readonly touches: readonly Touch[];
  /** Highest risk first; what is harmless raises none. */
  readonly flags: readonly Flag[];
  /** The scripts that it runs, with what stands in them. */
  readonly resolved: readonly { readonly name: string; readonly body: string }[];
};

const MOST_SCRIPT_DEPTH = 8;
const MOST_SCRIPTS = 64;

/** Whatever is not proven harmless is at least `medium`. */
export function assess(command: string, means: RiskMeans): Assessment {
  const found: Found = { rules: new Set(), resolved: [], means };
  judge(command, { within: "line", path: [], cwd: means.cwd }, found);
  const rules = RULES.filter((rule) => found.rules.has(rule));
  const raised = rules.filter(({ risk }) => risk !== "low");
  return {
    risk: rules.reduce<Risk>((highest, { risk }) => higherRisk(highest, risk), "low"),
    touches: TOUCHES.filter((touch) => rules.some(({ touches }) => touches.includes(touch))),
    flags: [...raised]
      .sort((a, b) => RISKS.indexOf(b.risk) - RISKS.indexOf(a.risk))
      .map(({ name, risk, says }) => ({ rule: name, risk, says })),
    resolved: found.resolved,
  };
}

type Found = {
  readonly rules: Set<Rule>;
  readonly resolved: { readonly name: string; readonly body: string }[];
  readonly means: RiskMeans;
};

/** `path` names the scripts on the way here, so that a circle ends. */
type Level = { readonly within: Act["within"]; readonly path: readonly string[]; readonly cwd: string };

function judge(text: string, level: Level, found: Found): void {
  const { home } = found.means;
  const { cwd, within } = level;
  const reading = readLine(text, { cwd, within, ...(home === undefined ? {} : { home }) });
  for (const rule of RULES) if (rule.sees === "line" && rule.when(reading)) found.rules.add(rule);
  for (const act of actsOf(reading)) judgeAct(act, level, found);
}

/** The same command many times over is judged once for each way that it stands. */
function actsOf({ acts }: Reading): Iterable<Act> {
  return new Map(acts.map((act) => [JSON.stringify(act), act])).values();
}

function judgeAct(act: Act, level: Level, found: Found): void {
  const ground: Ground = {
    cwd: act.cwd,
    projectRoot: found.means.projectRoot ?? found.means.cwd,
    home: found.means.home,
  };
  const seen = RULES.filter((rule) => rule.sees === "command" && rule.when(act, ground));
  for (const rule of seen) found.rules.add(rule);
  const isKnown = isResolved(act, level, found);
  if (!isKnown && seen.length === 0) found.rules.add(UNKNOWN_RULE);
}

/** Judges the scripts that it runs; false where one of them cannot be read. */
function isResolved(act: Act, level: Level, found: Found): boolean {
  const called = calledScripts(act);
  if (called === undefined) return false;
  const { cwd, scripts, scriptPlace } = found.means;
  const place = scriptPlace?.(called.program) ?? cwd;
  // Elsewhere the same name may be another script.
  const isElsewhere = act.cwd !== cwd && act.cwd !== place;
  if (isElsewhere || called.names.some((name) => scripts(name, called.program) === undefined)) return false;
  return called.names.every((name) => judgeScript(name, { called, place, level, found }));
}

type Script = { readonly called: Called; readonly place: string; readonly level: Level; readonly found: Found };

function judgeScript(name: string, { called, place, level, found }: Script): boolean {
  const id = `${called.program} ${name}`;
  if (level.path.includes(id) || level.path.length >= MOST_SCRIPT_DEPTH) return false;
  const around = called.program === "npm" ? [`pre${name}`, name, `post${name}`] : [name];
  const isCheck = isChecking(name) && level.within !== "script";
  for (const one of around) {
    const body = found.means.scripts(one, called.program);
    if (body === undefined) continue;
    if (found.resolved.length >= MOST_SCRIPTS) return false;
    if (!found.resolved.some((other) => other.name === one && other.body === body))
      found.resolved.push({ name: one, body });
    const extra =
      one === name ? called.extra.map(({ written, value }) => (written.includes("$") ? written : asWord(value))) : [];
    const text = [bodyOf(body, called.program), ...extra].join(" ");
    judge(text, { within: isCheck ? "check" : "script", path: [...level.path, id], cwd: place }, found);
  }
  return true;
}
