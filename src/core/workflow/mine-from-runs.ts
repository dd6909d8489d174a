/** Makes a runnable workflow from several runs of it: repeated parts are kept, varying parts become slots. */
import type { Step } from "../command/steps.ts";
import { findSecrets } from "../screen/secrets.ts";
import { isFlag, slotName } from "./slot-names.ts";
import { slotsIn } from "./slots.ts";

export type SeenStep = Pick<Step, "family" | "written">;

/** All runs have the same command families in the same order. */
export function mineSteps(runs: readonly (readonly SeenStep[])[]): string[] {
  const names = namer();
  const length = Math.min(...runs.map((run) => run.length));
  return Array.from({ length: runs.length === 0 ? 0 : length }, (_, at) =>
    mineStep(
      runs.map((run) => run[at]?.written ?? []),
      runs[0]?.[at]?.family ?? "",
      names,
    ),
  );
}

function mineStep(occurrences: readonly (readonly string[])[], family: string, names: Namer): string {
  const alike = mostCommonShape(occurrences);
  const example = alike.find((tokens) => tokens !== undefined) ?? [];
  const own = familyPlaces(example, family);
  const isOperand = (at: number) => !own.has(at) && isOperandAt(example, at, family);
  const mined = example.map((token, at) => {
    const column = alike.map((tokens) => tokens?.[at]);
    const common = mostCommon(column);
    if (own.has(at) || isOperator(token)) return common.text;
    const before = example[at - 1];
    const kept = keptText(common, before);
    if (kept !== undefined) return kept;
    const head = headOf(token) || (token.startsWith("-") ? token.slice(0, 2) : "");
    const operand = example.slice(0, at).filter((_, earlier) => isOperand(earlier)).length;
    const place = { family, before: head || (isOperand(at) ? undefined : before), operand };
    const isSecret = column.some((text) => text !== undefined && isWithheld(text, before));
    const values = column.map((text) => text?.slice(head.length));
    return `${head}<${names(values, (seen) => (isSecret ? "secret" : slotName({ ...place, values: seen })))}>`;
  });
  return mined.join(" ");
}

/** A value that occurs in this share of the runs counts as repeated. */
const REPEATS = 0.75;

type Common = { readonly text: string; readonly share: number };

function keptText({ text, share }: Common, before: string | undefined): string | undefined {
  return share >= REPEATS && !isShortLived(text) && !isWithheld(text, before) ? literally(text) : undefined;
}

/** The runs of the most common shape; of two equally common ones the shorter. */
function mostCommonShape(occurrences: readonly (readonly string[])[]): (readonly string[] | undefined)[] {
  const counts = new Map<string, { count: number; length: number }>();
  for (const tokens of occurrences) {
    const shape = shapeOf(tokens);
    counts.set(shape, { count: (counts.get(shape)?.count ?? 0) + 1, length: tokens.length });
  }
  const [winner] = [...counts].sort(([, a], [, b]) => b.count - a.count || a.length - b.length)[0] ?? [];
  return occurrences.map((tokens) => (shapeOf(tokens) === winner ? tokens : undefined));
}

/** Options and operators by name, everything else by position. */
function shapeOf(tokens: readonly string[]): string {
  return tokens.map((token) => headOf(token) || (isOperator(token) || token.startsWith("-") ? token : "*")).join(" ");
}

const OPERATOR = /^[\d&]*[<>|&]/;
const HEAD = /^(?:--[\w-]+|[A-Za-z_]\w*)=/;

const isOperator = (token: string): boolean => OPERATOR.test(token);

/** The part of `--option=value` and `NAME=value` that is not the value. */
const headOf = (token: string): string => HEAD.exec(token)?.[0] ?? "";

/** Whether it is an operand: not an option, an assignment or the value of the word before it. */
function isOperandAt(tokens: readonly string[], at: number, family: string): boolean {
  const [before = "", token = ""] = [tokens[at - 1], tokens[at]];
  if (token.startsWith("-") || isOperator(token) || headOf(token) !== "") return false;
  const takesNext = before.startsWith("-") && headOf(before) === "" && !isFlag(before, family);
  return !takesNext && !isOperator(before);
}

/** The positions of the family's own words, which never become slots. */
function familyPlaces(tokens: readonly string[], family: string): ReadonlySet<number> {
  const places = new Set<number>();
  let from = 0;
  for (const word of family.split(" ")) {
    const at = tokens.findIndex((token, index) => index >= from && (token === word || token.endsWith(`/${word}`)));
    if (at < 0) continue;
    places.add(at);
    from = at + 1;
  }
  return places;
}

function mostCommon(column: readonly (string | undefined)[]): Common {
  const seen = column.filter((text) => text !== undefined);
  const counts = new Map<string, number>();
  for (const text of seen) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [text, count] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? ["", 0];
  return { text, share: count / Math.max(1, seen.length) };
}

/** A loop variable or a session variable does not exist when the workflow is run. */
const SHORT_LIVED = /\$\{?[a-z\d_@*#?!]/;

function isShortLived(token: string): boolean {
  return SHORT_LIVED.test(token.replace(/'[^']*'/g, ""));
}

const REDACTED = /\[(?:secret:[\w-]+|private|withheld)\]/;

function isWithheld(token: string, before = ""): boolean {
  return REDACTED.test(token) || findSecrets(`${before} ${token}`).some(({ end }) => end > before.length + 1);
}

/** The word as written, escaped so that it is not read as a slot. */
function literally(token: string): string | undefined {
  if (slotsIn(token).length === 0) return token;
  const quote = token.charAt(0);
  const isQuoted = /^(?:'[^']*'|"[^"]*")$/.test(token);
  return isQuoted ? token.replaceAll("<", `<${quote}${quote}`) : undefined;
}

type Naming = (values: readonly string[]) => string | undefined;
type Namer = (values: readonly (string | undefined)[], name: Naming) => string;

/** Names are unique in a workflow; positions with the same values in every run share a slot. */
function namer(): Namer {
  const known = new Map<string, string>();
  const taken = new Set<string>();
  return (values, nameBy) => {
    const column = JSON.stringify(values.map((value) => (value === undefined ? null : unquote(value))));
    const same = known.get(column);
    if (same !== undefined) return same;
    const name = nameBy(values.filter((value) => value !== undefined).map(unquote));
    const slot = free(name ?? "arg", { taken, from: name === undefined ? 1 : 0 });
    taken.add(slot);
    known.set(column, slot);
    return slot;
  };
}

function free(name: string, { taken, from }: { readonly taken: ReadonlySet<string>; readonly from: 0 | 1 }): string {
  if (from === 0 && !taken.has(name)) return name;
  let count = from === 0 ? 2 : 1;
  while (taken.has(`${name}${count}`)) count += 1;
  return `${name}${count}`;
}

function unquote(written: string): string {
  return written.replace(/^(['"])(.*)\1$/s, "$2");
}
