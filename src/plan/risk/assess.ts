/** Assesses a command by rules on the parsed line: how risky it is, what it touches, and why. */
import type { ParsedCommand, ParsedLine } from "../../core/command/parsed-command.ts";
import { readLine } from "../../core/command/read-line.ts";
import { asWord } from "../../core/command/syntax/word.ts";
import { type Flag, higherRisk, RISKS, type Risk, TOUCHES, type Touch } from "../../core/plan/plan.ts";
import { visible } from "../visible.ts";
import { bodyOf, type Called, calledScripts, isChecking } from "./called-scripts.ts";
import type { RunPlace } from "./paths.ts";
import { RULES, UNKNOWN_RULE } from "./rules/all.ts";
import type { Rule } from "./rules/rule.ts";

export type RiskOptions = {
  readonly cwd: string;
  /** Absent: the directory itself. */
  readonly projectRoot?: string;
  readonly home?: string;
  /**
   * The commands of a project's script, by its name and the program that runs it: `npm` for package.json whatever manager
   * runs it, `make`, `just`, `composer`, `deno`, `task`. Targets that it needs come first, as lines `make other`.
   */
  readonly scripts: (name: string, program: string) => string | undefined;
  /** The directory in which such a script runs; absent: where the command does. */
  readonly scriptPlace?: (program: string) => string;
};

export type Assessment = {
  readonly risk: Risk;
  readonly touches: readonly Touch[];
  /** Highest risk first; harmless commands raise none. */
  readonly flags: readonly Flag[];
  /** The scripts that it runs, with their commands. */
  readonly resolved: readonly { readonly name: string; readonly body: string }[];
};

/** More is not read: nobody approves so much at once. */
const MOST = { chars: 4096, costly: 200 };
const MOST_SCRIPT_DEPTH = 8;
const MOST_SCRIPTS = 64;

/** Whatever is not proven harmless is at least `medium`. */
export function assess(command: string, options: RiskOptions): Assessment {
  const found: Found = { rules: new Map(), resolved: [], options };
  judge(command, { calledFrom: "line", path: [], cwd: options.cwd }, found);
  const rules = RULES.filter((rule) => found.rules.has(rule));
  const raised = rules.filter(({ risk }) => risk !== "low");
  return {
    risk: rules.reduce<Risk>((highest, { risk }) => higherRisk(highest, risk), "low"),
    touches: TOUCHES.filter((touch) => rules.some(({ touches }) => touches.includes(touch))),
    flags: raised
      .toSorted((a, b) => RISKS.indexOf(b.risk) - RISKS.indexOf(a.risk))
      .map((rule) => ({ rule: rule.name, risk: rule.risk, says: reasonFor(rule, found.rules.get(rule), command) })),
    resolved: found.resolved,
  };
}

type Found = {
  /** Each with the first command that it sees; a rule that sees the line has none. */
  readonly rules: Map<Rule, ParsedCommand | undefined>;
  readonly resolved: { readonly name: string; readonly body: string }[];
  readonly options: RiskOptions;
};

/** `path` names the scripts that led here, so that a cycle ends. */
type Level = { readonly calledFrom: RunPlace["calledFrom"]; readonly path: readonly string[]; readonly cwd: string };

function judge(text: string, level: Level, found: Found): void {
  const { home } = found.options;
  const line = readLine(text, { cwd: level.cwd, most: MOST, ...(home === undefined ? {} : { home }) });
  for (const rule of RULES) if (rule.whenLine?.(line)) found.rules.set(rule, undefined);
  for (const command of commandsOf(line)) judgeCommand(command, level, found);
}

function add(rule: Rule, command: ParsedCommand, { rules }: Found): void {
  if (!rules.has(rule)) rules.set(rule, command);
}

const MOST_REASON_CHARS = 60;

/** Names the command that the rule is about, unless that is all there is. */
function reasonFor({ says }: Rule, command: ParsedCommand | undefined, line: string): string {
  const words = command === undefined ? [] : [command.name, ...command.args].map(({ written }) => written);
  const text = visible(words.join(" ").replace(/\s+/g, " ").trim());
  if (text === "" || text === visible(line.trim())) return says;
  const short = text.length > MOST_REASON_CHARS ? `${text.slice(0, MOST_REASON_CHARS)}…` : text;
  return `${says.replace(/\.$/, "")} (${short}).`;
}

/** The same command many times over is judged once. */
function commandsOf({ commands }: ParsedLine): Iterable<ParsedCommand> {
  const key = ({ source: _, within: __, ...rest }: ParsedCommand): string => JSON.stringify(rest);
  return new Map(commands.map((command) => [key(command), command])).values();
}

function judgeCommand(command: ParsedCommand, level: Level, found: Found): void {
  const place: RunPlace = {
    calledFrom: level.calledFrom,
    cwd: command.cwd,
    projectRoot: found.options.projectRoot ?? found.options.cwd,
    home: found.options.home,
  };
  const seen = RULES.filter((rule) => rule.when?.(command, place));
  for (const rule of seen) add(rule, command, found);
  const isKnown = isResolved(command, level, found);
  if (!isKnown && seen.length === 0) add(UNKNOWN_RULE, command, found);
}

/** Judges the scripts that it runs; false if one of them cannot be read. */
function isResolved(command: ParsedCommand, level: Level, found: Found): boolean {
  const called = calledScripts(command);
  if (called === undefined) return false;
  const { cwd, scripts, scriptPlace } = found.options;
  const place = scriptPlace?.(called.program) ?? cwd;
  // In another directory the same name may be another script.
  const isElsewhere = command.cwd !== cwd && command.cwd !== place;
  if (isElsewhere || called.names.some((name) => scripts(name, called.program) === undefined)) return false;
  return called.names.every((name) => judgeScript(name, { called, place, level, found }));
}

type Script = { readonly called: Called; readonly place: string; readonly level: Level; readonly found: Found };

function judgeScript(name: string, { called, place, level, found }: Script): boolean {
  const id = `${called.program} ${name}`;
  if (level.path.includes(id) || level.path.length >= MOST_SCRIPT_DEPTH) return false;
  const around = called.program === "npm" ? [`pre${name}`, name, `post${name}`] : [name];
  const isCheck = isChecking(name) && level.calledFrom !== "script";
  for (const one of around) {
    const body = found.options.scripts(one, called.program);
    if (body === undefined) continue;
    if (found.resolved.length >= MOST_SCRIPTS) return false;
    if (!found.resolved.some((other) => other.name === one && other.body === body))
      found.resolved.push({ name: one, body });
    const extra =
      one === name ? called.extra.map(({ written, value }) => (written.includes("$") ? written : asWord(value))) : [];
    const text = [bodyOf(body, called.program), ...extra].join(" ");
    judge(text, { calledFrom: isCheck ? "check" : "script", path: [...level.path, id], cwd: place }, found);
  }
  return true;
}
