/** Assesses a command by rules on the parsed line: how risky it is, what it touches, and why. */
import { anyOf } from "../../core/base/lazy-pattern.ts";
import type { ParsedCommand } from "../../core/command/parsed-command.ts";
import { familyOf } from "../../core/command/steps.ts";
import { type RunLine, type Scripts, whatRuns } from "../../core/command/what-runs.ts";
import { type Flag, higherRisk, RISKS, type Risk, TOUCHES, type Touch } from "../../core/plan/plan.ts";
import { visible } from "../visible.ts";
import type { RunPlace } from "./paths.ts";
import { RULES, UNKNOWN_RULE } from "./rules/all.ts";
import { isSeen, type Rule } from "./rules/rule.ts";

export type RiskOptions = {
  readonly cwd: string;
  /** Absent: the directory itself. */
  readonly projectRoot?: string;
  readonly home?: string;
  /** Finds the project's scripts. */
  readonly scripts: Scripts;
  readonly gitState?: RunPlace["gitState"];
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

/** Whatever is not proven harmless is at least `medium`. */
export function assess(command: string, options: RiskOptions): Assessment {
  const found: Found = new Map();
  const { lines, resolved } = whatRuns(command, { ...options, most: MOST });
  for (const line of lines) judge(line, options, found);
  const rules = RULES.filter((rule) => found.has(rule));
  const raised = rules.filter(({ risk }) => risk !== "low");
  return {
    risk: rules.reduce<Risk>((highest, { risk }) => higherRisk(highest, risk), "low"),
    touches: TOUCHES.filter((touch) => rules.some(({ touches }) => touches.includes(touch))),
    flags: raised
      .toSorted((a, b) => RISKS.indexOf(b.risk) - RISKS.indexOf(a.risk))
      .map((rule) => ({
        rule: rule.name,
        risk: rule.risk,
        says: reasonFor(rule, found.get(rule)?.[0], command),
        ...namesIn(rule, found.get(rule) ?? []),
      })),
    resolved,
  };
}

/** Each rule with the commands that it sees; a rule that sees the line has none. */
type Found = Map<Rule, ParsedCommand[]>;

function judge({ line, path, commands }: RunLine, options: RiskOptions, found: Found): void {
  for (const rule of RULES) if (rule.whenLine?.(line)) found.set(rule, []);
  const isCheck = path.every(({ name }) => isChecking(name));
  const calledFrom = path.length === 0 ? "line" : isCheck ? "check" : "script";
  for (const { command, script } of commands) {
    const place: RunPlace = {
      calledFrom,
      cwd: command.cwd,
      projectRoot: options.projectRoot ?? options.cwd,
      home: options.home,
      gitState: options.gitState,
    };
    const seen = RULES.filter(({ signs }) => signs.some((sign) => isSeen(sign, command, place)));
    for (const rule of seen) add(rule, command, found);
    if (script !== "read" && seen.length === 0) add(UNKNOWN_RULE, command, found);
  }
}

function add(rule: Rule, command: ParsedCommand, found: Found): void {
  found.set(rule, [...(found.get(rule) ?? []), command]);
}

/** Whether a rule is about what deletes, deploys or publishes, or changes the machine. */
export function isHarm(rule: string): boolean {
  return /^(?:removes|script-removes|deletes|loses|overwrites|discards|publishes|sends-files|writes-system)/.test(rule);
}

const MOST_NAMES = 12;

/** The words after the subcommand, and the values of options. */
function namesIn({ name }: Rule, commands: readonly ParsedCommand[]): Pick<Flag, "names"> {
  if (!isHarm(name) && name !== "ends-processes") return {};
  const all = commands.flatMap(({ name: program, args }) => {
    const written = args.map((arg) => arg.written);
    const family =
      familyOf([program.written, ...written].join(" "))
        ?.split(" ")
        .slice(1) ?? [];
    return written
      .filter((word) => !family.includes(word))
      .flatMap((word) => (word.startsWith("-") ? (/^--?[\w-]+=(.+)/.exec(word)?.slice(1) ?? []) : [word]));
  });
  const names = [...new Set(all.map(visible))].slice(0, MOST_NAMES);
  return names.length === 0 ? {} : { names };
}

const CHECKING = new RegExp(
  String.raw`^(?:pre|post)?${anyOf`tests?, check, lint, typecheck, type-check, types, tsc, build, compile, coverage, cov, unit, spec
    verify, validate, format-check, format:check, fmt-check, fmt:check, prettier:check, ci, all, default`}(?:[:._-][\w:._-]*)?$`,
);
const DOING = /deploy|publish|release|push|prod|clean|drop|reset|seed|migrat|install|upload|fix|watch|serve|start/;

/** Whether a script tests, builds or lints, by its name: then it may run the project's own files. */
function isChecking(name: string): boolean {
  return CHECKING.test(name) && !DOING.test(name);
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
