/** The versions of tools that a repository's files state, and version ranges. */
import type { Repo } from "./predicate.ts";

type Stated = { readonly file: string; readonly text: string };

const MANIFEST_BYTES = 1024 * 1024;

/** Files that contain only the version of one program. */
const VERSION_FILES: ReadonlyMap<string, readonly string[]> = new Map([
  ["node", [".nvmrc", ".node-version"]],
  ["python", [".python-version"]],
  ["ruby", [".ruby-version"]],
  ["java", [".java-version"]],
  ["go", [".go-version"]],
  ["deno", [".deno-version"]],
  ["bun", [".bun-version"]],
  ["npm", []],
  ["pnpm", []],
  ["yarn", []],
]);

/** Their names in `.tool-versions`, if different. */
const TOOL_NAMES: ReadonlyMap<string, string> = new Map([
  ["node", "nodejs"],
  ["go", "golang"],
]);

const DEPENDENCY_LISTS = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];

/** Programs may be pinned in files that we do not read; for a dependency, package.json decides. */
export function isProgram(tool: string): boolean {
  return VERSION_FILES.has(tool);
}

export function statedVersions(tool: string, repo: Repo): readonly Stated[] {
  const stated: Stated[] = [];
  const add = (file: string, text: unknown): void => {
    if (typeof text === "string" && text.trim() !== "") stated.push({ file, text: text.trim() });
  };
  for (const file of VERSION_FILES.get(tool) ?? []) add(file, versionLine(repo.read(file, MANIFEST_BYTES)));
  add(".tool-versions", toolVersion(tool, repo));
  addPackage(tool, repo.json("package.json"), (text) => add("package.json", text));
  if (tool === "python") add("pyproject.toml", firstMatch(PYTHON, repo.read("pyproject.toml", MANIFEST_BYTES)));
  if (tool === "go") add("go.mod", firstMatch(GO, repo.read("go.mod", MANIFEST_BYTES)));
  return stated;
}

const PYTHON = /^(?:requires-python|python)[ \t]*=[ \t]*["']([^"'\n]+)["']/m;
const GO = /^go[ \t]+([\d.]+)/m;

function addPackage(tool: string, manifest: unknown, add: (text: unknown) => void): void {
  for (const list of ["engines", "volta"]) add(ownMember(ownMember(manifest, list), tool));
  const manager = ownMember(manifest, "packageManager");
  if (typeof manager === "string" && manager.startsWith(`${tool}@`)) add(manager.slice(tool.length + 1));
  for (const list of DEPENDENCY_LISTS) add(ownMember(ownMember(manifest, list), tool));
}

/** Own members only: a file may name `__proto__` or `constructor`. */
export function ownMember(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}

function versionLine(text: string | undefined): string | undefined {
  const line = text?.split("\n").find((each) => each.trim() !== "" && !each.startsWith("#"));
  return line?.trim().replace(/^[a-z]+-(?=\d)/, "");
}

function toolVersion(tool: string, repo: Repo): string | undefined {
  const text = repo.read(".tool-versions", MANIFEST_BYTES);
  if (text === undefined) return undefined;
  const names = [tool, TOOL_NAMES.get(tool)];
  const line = text.split("\n").find((each) => names.includes(each.trim().split(/\s+/, 1)[0]));
  return line?.trim().split(/\s+/)[1];
}

function firstMatch(pattern: RegExp, text: string | undefined): string | undefined {
  return text === undefined ? undefined : pattern.exec(text)?.[1];
}

/** From this version on, and below that one. */
type Span = readonly [from: number, below: number];

const LONGEST_RANGE = 100;

/** Undefined if it is not a range of numbers: `latest`, `lts/*`, `workspace:^`, a URL. */
export function rangeOf(text: string): readonly Span[] | undefined {
  if (text.length > LONGEST_RANGE) return undefined;
  const spans: Span[] = [];
  for (const alternative of text.split("||")) {
    const span = spanOf(alternative);
    if (span === undefined) return undefined;
    spans.push(span);
  }
  return spans;
}

/** Whether an open-ended range starts within the wanted one, or a bounded one overlaps it. */
export function meets(stated: readonly Span[], wanted: readonly Span[]): boolean {
  return stated.some(([from, below]) =>
    wanted.some(([least, most]) =>
      below === Number.POSITIVE_INFINITY ? from >= least && from < most : from < most && least < below,
    ),
  );
}

/** The intersection of all parts of one alternative. */
function spanOf(text: string): Span | undefined {
  const parts = text
    .trim()
    .replace(/^(\S+)\s+-\s+(\S+)$/, ">=$1 <=$2")
    .replace(/([<>=~^!])\s+/g, "$1")
    .split(/[\s,]+/)
    .filter((part) => part !== "" && !part.startsWith("!="));
  if (parts.length === 0) return undefined;
  let [from, below]: Span = [0, Number.POSITIVE_INFINITY];
  for (const part of parts) {
    const span = partOf(part);
    if (span === undefined) return undefined;
    from = Math.max(from, span[0]);
    below = Math.min(below, span[1]);
  }
  return from < below ? [from, below] : undefined;
}

const PART =
  /^(>=|<=|={1,3}|~=|~>|>|<|\^|~)?v?(\d{1,4})(?:\.(\d{1,5}|[xX*]))?(?:\.(\d{1,5}|[xX*]))?(?:\.\d{1,9})?(?:[-+][\w.+-]*|[a-zA-Z]+\d*)?$/;

function partOf(part: string): Span | undefined {
  const match = PART.exec(part);
  if (match === null) return undefined;
  const [, sign = "="] = match;
  const given: number[] = [];
  for (const digits of match.slice(2)) {
    if (digits === undefined || !/^\d/.test(digits)) break;
    given.push(Number(digits));
  }
  const at = numberOf(given);
  const next = after(given, given.length - 1);
  switch (sign) {
    case ">=":
      return [at, Number.POSITIVE_INFINITY];
    case ">":
      return [next, Number.POSITIVE_INFINITY];
    case "<":
      return [0, at];
    case "<=":
      return [0, next];
    case "^":
      return [at, after(given, firstThatCounts(given))];
    case "~":
      return [at, after(given, Math.min(1, given.length - 1))];
    case "~=":
    case "~>":
      return [at, after(given, Math.max(0, given.length - 2))];
    default:
      return [at, next];
  }
}

const STEP = 1_000_000;

function numberOf([major = 0, minor = 0, patch = 0]: readonly number[]): number {
  return (major * STEP + minor) * STEP + patch;
}

/** The next version at that position. */
function after(given: readonly number[], place: number): number {
  return numberOf(given.slice(0, place + 1).map((n, index) => (index === place ? n + 1 : n)));
}

/** Before 1.0.0 the first number that is not zero counts as the major one. */
function firstThatCounts(given: readonly number[]): number {
  const place = given.findIndex((n) => n > 0);
  return place < 0 ? given.length - 1 : place;
}
