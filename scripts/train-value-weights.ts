/**
 * Trains the weights by which a chosen password or key is told from other values beside its label
 * (src/core/screen/values/value-weights.ts): `node scripts/train-value-weights.ts PASSWORDS PACKAGES... [--write]`.
 *
 * PASSWORDS is a list of passwords that people chose, one a line, the most frequent first; PACKAGES are folders with
 * published packages, whose labelled values are taken for harmless, and some of their other strings as if they had a label. Every third package and password is left out, and only
 * used to print the shares that are found and that are false alarms.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { LABEL_RULES } from "../src/core/screen/rules/labelled.ts";
import type { Candidate } from "../src/core/screen/rules/rule.ts";
import { judgeKey, judgePassword, kindOf } from "../src/core/screen/values/judge-value.ts";
import { featuresOf, type LabelKind, type LabelledValue } from "../src/core/screen/values/value-score.ts";

type Example = {
  readonly kind: LabelKind;
  readonly features: [string, number][];
  readonly isSecret: boolean;
  readonly text: string;
};

const READ = /\.(?:[cm]?js|[cm]?ts|tsx|json|md|html|ya?ml|py|sh|env|xml|java|go|rs|txt)$/;
const LONGEST_LINE = 300;
const NEARBY = 64;
const ROUNDS = 300;
/** A false alarm hides a word, a miss keeps a secret; but there are far more harmless values than secrets. */
const HARMLESS_WEIGHT = 3;

const rules = LABEL_RULES.filter(({ name }) => ["password", "token", "secret", "key", "credential"].includes(name)).map(
  (rule) => ({ isPassword: rule.name === "password", pattern: new RegExp(rule.pattern().source, "dgi") }),
);
const [passwordFile = "", ...folders] = process.argv.slice(2).filter((arg) => !arg.startsWith("--"));
const learned: Example[] = [];
const left: Example[] = [];
for (const [at, folder] of folders.flatMap(packagesIn).entries()) readPackage(folder, at % 3 === 0 ? left : learned);
for (const [at, password] of readFileSync(passwordFile, "utf8").split("\n").entries())
  if (password.length >= 4) (at % 3 === 0 ? left : learned).push(...examplesIn(lineWith(password, at), true));

const weights = train(learned);
report("learned from", learned);
report("left out", left);
if (process.argv.includes("--write")) write();

/** A folder of packages, or a package itself. */
function packagesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => !name.startsWith(".") && statSync(join(folder, name)).isDirectory())
    .flatMap((name) => (name.startsWith("@") ? packagesIn(join(folder, name)) : [join(folder, name)]));
}

/** Each value counts once a package: generated code repeats a line a thousand times. */
function readPackage(folder: string, into: Example[]): void {
  const seen = new Set<string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, name);
    if (!READ.test(basename(name)) || !statSync(path).isFile() || statSync(path).size > 1_000_000) continue;
    for (const [at, line] of readFileSync(path, "utf8").split("\n").entries()) {
      if (line.length > LONGEST_LINE) continue;
      for (const example of examplesIn(relabelled(line, at) ?? line, false)) {
        if (!seen.has(example.text)) into.push(example);
        seen.add(example.text);
      }
    }
  }
}

/** One string in so many, as the value of a secret: what strings look like that are none. */
function relabelled(line: string, at: number): string | undefined {
  if (/pass|pwd|psw|pw|token|_pat|secret|key|cred|auth/i.test(line) || at % 50 > 1) return undefined;
  const label = at % 50 === 0 ? "$1secret$2" : "$1apiKey$2";
  const changed = line.replace(/^(\s*(?:const |let |var |export )?["']?)[\w-]+(["']?\s*(?:=|:|:=)\s*["'`]?\w)/, label);
  return changed === line ? undefined : changed;
}

function examplesIn(line: string, isSecret: boolean): Example[] {
  return rules.flatMap(({ isPassword, pattern }) =>
    [...line.matchAll(pattern)].flatMap((match) => {
      const candidate = candidateIn(line, match as RegExpExecArray);
      const judged = isPassword ? judgePassword(candidate) : judgeKey(candidate);
      if (typeof judged === "boolean") return [];
      const kind = isPassword ? "password" : kindOf(candidate);
      return [{ kind, features: measured(judged), isSecret, text: textOf(kind, judged) }];
    }),
  );
}

function measured(value: LabelledValue): [string, number][] {
  return Object.entries(featuresOf(value)).map(([name, amount]) => [name, Number(amount)]);
}

function textOf(kind: string, { label, sep, value }: LabelledValue): string {
  return `${kind}: ${label}${sep}${value}`;
}

function candidateIn(line: string, match: RegExpExecArray): Candidate {
  const [start, end] = match.indices?.slice(1).find((group) => group !== undefined) ?? [match.index, match.index];
  return {
    value: line.slice(start, end),
    head: line.slice(match.index, start),
    before: line.slice(Math.max(0, match.index - NEARBY), match.index),
    after: line.slice(end, end + NEARBY),
  };
}

/** A line as people write it, with the password in it. */
function lineWith(password: string, at: number): string {
  const labels =
    "password DB_PASSWORD db_password passwd userPassword secret CLIENT_SECRET jwt_secret apiSecret api_key SECRET_KEY authToken".split(
      " ",
    );
  const forms = [
    '{l}="{v}"',
    "{l}={v}",
    "{l} = {v}",
    "{l}: {v}",
    "{l}: '{v}'",
    '  "{l}": "{v}",',
    'const {l} = "{v}";',
    "${l} = '{v}';",
    "<{l}>{v}</{l}>",
    "--{l} {v}",
    "--{l}={v}",
    'set{l}("{v}");',
    "export {l}={v}",
    'if ({l} === "{v}") {',
    "{l}={v};Database=main",
    "user=ada&{l}={v}&page=2",
    "ENV {l} {v}",
    'login(user="ada", {l}="{v}")',
    "{l} => '{v}',",
    'define("{l}", "{v}");',
    '{l} := "{v}"',
  ];
  const mixed = Math.imul(at + 1, 2654435761) >>> 0;
  const label = labels[mixed % labels.length]!;
  const form = forms[(mixed >>> 8) % forms.length]!;
  return form.replaceAll("{l}", label).replaceAll("{v}", () => cased(password, mixed >>> 16));
}

/** Lists of passwords are in lower case; half of the people are asked for more. */
function cased(password: string, mixed: number): string {
  const capital = password.charAt(0).toUpperCase() + password.slice(1);
  return [
    password,
    password,
    `${password}${mixed % 100}`,
    capital + (mixed % 1000),
    `${capital}!`,
    `${password}@${mixed % 100}`,
  ][mixed % 6]!;
}

type Weights = { readonly shared: Map<string, number>; readonly own: Map<string, number> };

/** Logistic regression; what a kind has beyond the others is held near zero. */
function train(examples: readonly Example[]): Weights {
  const shared = new Map<string, number>();
  const own = new Map<string, number>();
  const secrets = examples.filter(({ isSecret }) => isSecret).length;
  const share = { secret: 1 / secrets, harmless: HARMLESS_WEIGHT / (examples.length - secrets) };
  const speeds = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const slopes = new Map<string, number>();
    for (const { kind, features, isSecret } of examples) {
      const miss =
        ((isSecret ? 1 : 0) - likelihood(score({ shared, own }, kind, features))) *
        (isSecret ? share.secret : share.harmless);
      for (const [name, amount] of features) {
        slopes.set(name, (slopes.get(name) ?? 0) + miss * amount);
        const key = `${kind} ${name}`;
        slopes.set(key, (slopes.get(key) ?? 0) + miss * amount);
      }
    }
    for (const [name, slope] of slopes) {
      const isOwn = /^(?:password|secret|key) /.test(name);
      const weightsOf = isOwn ? own : shared;
      const now = weightsOf.get(name) ?? 0;
      const pull = slope - now * (isOwn ? 0.002 : 0.0005);
      const speed = (speeds.get(name) ?? 0) + pull * pull;
      speeds.set(name, speed);
      weightsOf.set(name, now + (0.3 * pull) / Math.sqrt(speed + 1e-12));
    }
  }
  return { shared, own };
}

function score({ shared, own }: Weights, kind: LabelKind, features: readonly [string, number][]): number {
  let sum = 0;
  for (const [name, amount] of features) sum += amount * ((shared.get(name) ?? 0) + (own.get(`${kind} ${name}`) ?? 0));
  return sum;
}

function likelihood(sum: number): number {
  return 1 / (1 + Math.exp(-sum));
}

function report(title: string, examples: readonly Example[]): void {
  for (const kind of ["password", "secret", "key"] as const) {
    const of = (isSecret: boolean) =>
      examples.filter((example) => example.kind === kind && example.isSecret === isSecret);
    const over = (list: readonly Example[]) => list.filter(({ features }) => score(weights, kind, features) >= 0);
    const [secrets, harmless] = [of(true), of(false)];
    console.log(
      `${title}, ${kind}: found ${over(secrets).length} of ${secrets.length}, alarms ${over(harmless).length} of ${harmless.length}`,
    );
    if (process.argv.includes("--wrong")) for (const { text } of over(harmless)) console.log(`  ${text}`);
  }
}

function write(): void {
  const names = learned[0]?.features.map(([name]) => name) ?? [];
  const rowOf = (kind: LabelKind): string => {
    const sums = names.map((name) => (weights.shared.get(name) ?? 0) + (weights.own.get(`${kind} ${name}`) ?? 0));
    return `  ${kind}: [${sums.map((sum) => Math.round(sum * 100) / 100).join(", ")}],`;
  };
  writeFileSync(
    join(import.meta.dirname, "../src/core/screen/values/value-weights.ts"),
    `/** Weights of what value-score.ts measures, in its order, for each kind of label; written by scripts/train-value-weights.ts. */
export const WEIGHTS: Readonly<Record<"password" | "secret" | "key", readonly number[]>> = {
${(["password", "secret", "key"] as const).map(rowOf).join("\n")}
};
`,
  );
}
