/** One command that a line would run, and the questions that rules ask of it. */
import { programOf } from "../../core/command/programs.ts";
import { pastOptions } from "../../core/command/unwrap.ts";

export type Arg = {
  readonly value: string;
  /** With its quotes, letter for letter. */
  readonly written: string;
  /** `glob` stands for names of files, `open` for what only shows when it runs. */
  readonly look: "plain" | "quoted" | "glob" | "open";
};

export type Redirect = { readonly operator: string; readonly target: Arg };
export type Assignment = { readonly name: string; readonly value: string };

export type Act = {
  /** Its name without its folder; empty where the command only sets variables. */
  readonly program: string;
  readonly name: Arg;
  readonly args: readonly Arg[];
  readonly assigns: readonly Assignment[];
  readonly redirects: readonly Redirect[];
  /** Programs that stand before it in its pipeline. */
  readonly fedBy: readonly string[];
  /** Text that is handed to it with `<<` or `<<<`. */
  readonly told?: string;
  /** Where it would run; undefined where that only shows when it runs. */
  readonly cwd: string | undefined;
  /** The programs that run it: `sudo`, `env`, `xargs`. */
  readonly via: readonly string[];
  /** The project's script that it stands in; `check` for one that tests, builds or lints by its name. */
  readonly within: "line" | "script" | "check";
};

/** Rules name their programs in one text. Most of them are asked once in a process, so it is not cut up first. */
export function isOneOf({ program }: Act, programs: string): boolean {
  return program !== "" && !program.includes(" ") && ` ${programs} `.includes(` ${program} `);
}

/**
 * Whether one of the options is there: long ones also cut short, as most programs take them, and short ones also in a
 * bundle. Rather too often than too seldom.
 */
export function hasOption(act: Act, options: string): boolean {
  return options.split(" ").some((option) => act.args.some(({ value }) => isOption(value, option)));
}

function isOption(value: string, option: string): boolean {
  const equals = value.indexOf("=");
  const name = equals > 0 ? value.slice(0, equals) : value;
  if (name === option) return true;
  if (option.startsWith("--")) return name.length > 2 && name.startsWith("--") && option.startsWith(name);
  if (option.length === 2 && /^-[A-Za-z]/.test(value) && option.startsWith("-")) return bundleHas(value, option);
  return false;
}

/** Letters up to the first that is none: what follows is a value. */
function bundleHas(value: string, option: string): boolean {
  const letters = /^-([A-Za-z]*)/.exec(value)?.[1] ?? "";
  return letters.includes(option.charAt(1));
}

/** The words after the program's own options: `git -C x push origin` has `push origin`. */
export function operands(act: Act): readonly Arg[] {
  const known = OPERANDS.get(act) ?? operandsOf(act);
  OPERANDS.set(act, known);
  return known;
}

/** Every rule asks, and the answer stays the same. */
const OPERANDS = new WeakMap<Act, readonly Arg[]>();

function operandsOf(act: Act): readonly Arg[] {
  const words = [act.name, ...act.args].map(
    (arg) => ({ ...arg, look: arg.look === "glob" ? "open" : arg.look }) as const,
  );
  const { at } = pastOptions(words, 1, programOf(act.name.value));
  const rest = act.args.slice(at - 1);
  const end = rest.findIndex(({ value }) => value === "--");
  return rest.filter(({ value }, place) => (end >= 0 && place > end) || !/^-./s.test(value));
}

/** Whether the subcommand is one of these: `push`, `remote add`. */
export function hasVerb(act: Act, verbs: string): boolean {
  const [first = "", second = "", third = ""] = operands(act).map(({ value }) => value);
  const list = `,${verbs},`;
  return [first, `${first} ${second}`, `${first} ${second} ${third}`].some((verb) => list.includes(`,${verb.trim()},`));
}

/** All arguments in one line, for patterns. */
export function argText(act: Act): string {
  return act.args.map(({ value }) => value).join(" ");
}

export const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
