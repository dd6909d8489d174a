/** Checks a record's predicates against the current repository, and reports which one is no longer true. */
import { cleanInvisible } from "../screen/invisible.ts";
import { listOf } from "../text/wording.ts";
import { type JsonValue, type Predicate, parsePredicate, type Repo, type RepoScripts } from "./predicate.ts";
import { isProgram, meets, ownMember, rangeOf, statedVersions } from "./versions.ts";

type Checked = { readonly holds: true } | { readonly holds: false; readonly failed: Predicate; readonly why: string };

/** Unknown if the repository does not say: such records stay in a brief. */
type Verdict = { readonly is: "true" } | { readonly is: "unknown" } | { readonly is: "false"; readonly why: string };

const MOST_PREDICATES = 32;
const MOST_BYTES = 1024 * 1024;

export function check(predicates: readonly Predicate[], repo: Repo): Checked {
  for (const failed of predicates.slice(0, MOST_PREDICATES)) {
    const verdict = judge(failed, repo);
    if (verdict.is === "false") return { holds: false, failed, why: cleanInvisible(verdict.why) };
  }
  return { holds: true };
}

/** Checks a record's `verify` lines. Many records share them, so each line is checked once per `Repo`. */
export function checkLines(lines: readonly string[], repo: Repo): Checked {
  const known = answered.get(repo) ?? new Map<string, Checked>();
  answered.set(repo, known);
  for (const line of lines.slice(0, MOST_PREDICATES)) {
    const checked = known.get(line) ?? check([parsePredicate(line)], repo);
    known.set(line, checked);
    if (!checked.holds) return checked;
  }
  return { holds: true };
}

/** Keyed by `Repo`, which is a snapshot of the tree. */
const answered = new WeakMap<Repo, Map<string, Checked>>();

export function judge(predicate: Predicate, repo: Repo): Verdict {
  switch (predicate.kind) {
    case "unknown":
      return UNKNOWN;
    case "path":
      return repo.exists(predicate.path) ? TRUE : gone(predicate.path);
    case "contains":
      return judgeText(predicate, repo);
    case "json":
      return judgeJson(predicate, repo);
    case "script":
      return judgeNamed("script", predicate.name, repo.scripts());
    case "target":
      return judgeNamed("target", predicate.name, repo.targets());
    case "version":
      return judgeVersion(predicate, repo);
  }
}

const TRUE: Verdict = { is: "true" };
const UNKNOWN: Verdict = { is: "unknown" };

function no(why: string): Verdict {
  return { is: "false", why };
}

function gone(path: string): Verdict {
  return no(`${short(path)} is no longer there`);
}

type Of<Kind extends Predicate["kind"]> = Extract<Predicate, { readonly kind: Kind }>;

function judgeText({ path, text }: Of<"contains">, repo: Repo): Verdict {
  if (!repo.exists(path)) return gone(path);
  const content = repo.read(path, MOST_BYTES);
  if (content === undefined) return UNKNOWN;
  return content.includes(text) ? TRUE : no(`${short(path)} no longer says ${quoted(text)}`);
}

/** Does not quote the actual text: it may be a secret, or imitate our messages. */
function judgeJson({ path, pointer, value }: Of<"json">, repo: Repo): Verdict {
  if (!repo.exists(path)) return gone(path);
  const document = repo.json(path);
  if (document === undefined) return UNKNOWN;
  const found = at(document, pointer);
  if (found === undefined) return no(`${short(path)} no longer has ${short(pointer)}`);
  if (value === undefined || isValue(found, value)) return TRUE;
  const wanted = "is" in value ? quoted(value.is) : `a value that begins with ${quoted(value.begins)}`;
  return no(`${short(path)} no longer has ${wanted} at ${short(pointer)}`);
}

function isValue(found: unknown, value: JsonValue): boolean {
  if (typeof found === "object" && found !== null) return false;
  return "is" in value ? String(found) === value.is : String(found).startsWith(value.begins);
}

/** A JSON pointer (RFC 6901); `undefined` if there is no such value. */
function at(document: unknown, pointer: string): unknown {
  let value = document;
  for (const step of pointer.split("/").slice(1)) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(value) && !/^(?:0|[1-9]\d{0,8})$/.test(key)) return undefined;
    value = ownMember(value, key);
    if (value === undefined) return undefined;
  }
  return value;
}

function judgeNamed(what: "script" | "target", name: string, { all, files, complete }: RepoScripts): Verdict {
  if (all.some((script) => script.name === name)) return TRUE;
  if (!complete) return UNKNOWN;
  return no(whyMissing({ kind: what, name }, files, "no longer"));
}

/** "No longer" for what was once true; a statement that was never checked may name what never existed. */
export function whyMissing(
  { kind, name }: { readonly kind: "script" | "target"; readonly name: string },
  files: readonly string[],
  since: "no longer" | "never known",
): string {
  const usual = kind === "script" ? "package.json" : "Makefile or justfile";
  const wanted = `${kind} ${quoted(name)}`;
  const has = files.length === 1 ? "has" : "have";
  if (since === "no longer")
    return files.length === 0
      ? `there is no longer a ${usual} with a ${wanted}`
      : `${listOf(files)} no longer ${has} a ${wanted}`;
  return files.length === 0 ? `there is no ${usual} with a ${wanted}` : `${listOf(files)} ${has} no ${wanted}`;
}

function judgeVersion({ tool, range }: Of<"version">, repo: Repo): Verdict {
  const stated = statedVersions(tool, repo);
  if (stated.length === 0) {
    const mayBeElsewhere = repo.exists("package.json") && repo.json("package.json") === undefined;
    return isProgram(tool) || mayBeElsewhere ? UNKNOWN : no(`no manifest here names ${short(tool)} any more`);
  }
  const wanted = range === undefined ? undefined : rangeOf(range);
  if (wanted === undefined) return TRUE;
  const spans = stated.map(({ text }) => rangeOf(text));
  if (spans.some((span) => span !== undefined && meets(span, wanted))) return TRUE;
  const [first] = stated;
  if (first === undefined || spans.includes(undefined)) return UNKNOWN;
  const version = NUMBERS.test(first.text) ? first.text : "in another version";
  return no(`${first.file} now states ${short(tool)} ${version}, not ${range}`);
}

/** Only numbers are quoted from a file. */
const NUMBERS = /^[\d.xv*^~<>=|, -]{1,40}$/;
const SHORT = 80;

function short(text: string): string {
  return text.length > SHORT ? `${text.slice(0, SHORT - 1)}…` : text;
}

function quoted(text: string): string {
  return JSON.stringify(short(text));
}
