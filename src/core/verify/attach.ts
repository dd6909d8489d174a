/** Finds the checkable claims of a statement about the repository that are true now, to check them again later. */
import { judge } from "./check.ts";
import { type Candidate, type Clause, clausesOf } from "./named/clauses.ts";
import { commandsIn, commandsInWords, isLocal, pathOf, pathsInCommand } from "./named/commands.ts";
import { toolsIn, versionsIn } from "./named/tools.ts";
import { type Predicate, type Repo, writePredicate } from "./predicate.ts";
import { statedVersions } from "./versions.ts";

const MOST_ATTACHED = 4;

/** Attaches nothing if in doubt: a wrong predicate would remove a true statement from a brief. */
export function attach(text: string, repo: Repo): Predicate[] {
  const { clauses, spans } = clausesOf(text);
  const attached = new Map<string, Predicate>();
  for (const { proofs, given } of clauses.flatMap((clause) => candidatesIn(clause, spans))) {
    if (attached.size === MOST_ATTACHED) break;
    if (given !== undefined && !isTrueHere(given, repo)) continue;
    const proof = proofs.find((predicate) => isTrueHere(predicate, repo));
    if (proof !== undefined) attached.set(writePredicate(proof), proof);
  }
  return [...attached.values()];
}

/** Why a script or target that a statement names does not exist here; undefined if it does, or in doubt. */
export function untrueName(text: string, repo: Repo): string | undefined {
  return untrueClaim(text, repo, ({ kind }) => kind === "script" || kind === "target");
}

/** The same for everything of a statement that another program wrote, which may never have been true here. */
export function untrueStatement(text: string, repo: Repo): string | undefined {
  return untrueClaim(text, repo, (predicate) => {
    if (predicate.kind === "path") return isSurelyPath(predicate.path, repo) && !isLocal(predicate.path, repo);
    // "May 2023" looks like a version, too.
    if (predicate.kind === "version") return statedVersions(predicate.tool, repo).length > 0;
    return predicate.kind === "script" || predicate.kind === "target";
  });
}

function untrueClaim(text: string, repo: Repo, isClear: (predicate: Predicate) => boolean): string | undefined {
  const { clauses, spans } = clausesOf(text);
  // Only what is asserted: "`make publish` does not exist" is true.
  const asserted = clauses.map(({ chosen }) => ({ presumed: chosen, chosen }));
  for (const { proofs, given } of asserted.flatMap((clause) => candidatesIn(clause, spans))) {
    if (proofs.length === 0 || !proofs.every(isClear)) continue;
    if (given !== undefined && !isTrueHere(given, repo)) continue;
    const verdicts = proofs.map((predicate) => judge(predicate, repo));
    const [first] = verdicts;
    if (first?.is === "false" && verdicts.every(({ is }) => is === "false")) return first.why;
  }
  return undefined;
}

/** "and/or" is no path, and "schema.sql" can be in any folder: it has to lead into a folder that is there. */
function isSurelyPath(path: string, repo: Repo): boolean {
  const [folder = "", ...rest] = path.split("/");
  return rest.length > 0 && repo.exists(folder);
}

function isTrueHere(predicate: Predicate, repo: Repo): boolean {
  if (predicate.kind === "path" && isLocal(predicate.path, repo)) return false;
  return judge(predicate, repo).is === "true";
}

function candidatesIn({ presumed, chosen }: Clause, spans: readonly string[]): Candidate[] {
  const found: Candidate[] = [];
  for (const [word, number] of presumed.matchAll(/\0(\d+)\0|[^\s\0]+/g)) {
    if (number === undefined) found.push(...only(pathOf(word)));
    else found.push(...inSpan(spans[Number(number)] ?? ""));
  }
  const words = withNames(chosen, spans);
  return [
    ...found,
    ...calledByKind(presumed, spans),
    ...commandsInWords(presumed),
    ...toolsIn(words),
    ...versionsIn(words).flatMap(only),
  ];
}

function inSpan(code: string): Candidate[] {
  return [...commandsIn(code), ...pathsInCommand(code).flatMap(only)];
}

function only(predicate: Predicate | undefined): Candidate[] {
  return predicate === undefined ? [] : [{ proofs: [predicate] }];
}

/** "the `build` script", "the target `deploy`", "the `migrations` folder". */
function calledByKind(text: string, spans: readonly string[]): Candidate[] {
  const found: Candidate[] = [];
  for (const match of text.matchAll(CALLED)) {
    const [, kindBefore, number, quoted, kindAfter] = match;
    const name = quoted ?? spans[Number(number)] ?? "";
    const kind = (kindAfter ?? kindBefore ?? "").toLowerCase();
    if (!/^[\w@.][\w:.@/-]*$/.test(name) || kind === "") continue;
    if (kind === "script") found.push(...only({ kind: "script", name }));
    else if (kind === "target" || kind === "recipe") found.push(...only({ kind: "target", name }));
    else found.push(...only({ kind: "path", path: name.replace(/\/$/, "") }));
  }
  return found;
}

const KINDS = "script|target|recipe|folder|directory|file";
const CALLED = new RegExp(
  `(?:\\b(${KINDS}) )?(?:\\0(\\d+)\\0|"([\\w:./-]{1,60})")(?: (?:npm |make |just )?(${KINDS})\\b)?`,
  "gi",
);

/** A code span with a single name is read like the words around it; a longer one was read as a command. */
function withNames(text: string, spans: readonly string[]): string {
  return text.replace(/\0(\d+)\0/g, (_, number: string) => {
    const code = spans[Number(number)] ?? "";
    return /^[\w.@+-]+$/.test(code) ? code : "\0";
  });
}
