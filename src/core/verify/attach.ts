/** Finds the checkable claims of a statement about the repository that are true now, to check them again later. */
import { cleanInvisible } from "../screen/invisible.ts";
import { judge, whyMissing } from "./check.ts";
import { type Clause, clausesOf, type NamedThing } from "./named/clauses.ts";
import { commandsIn, commandsInWords, isLocal, pathOf, pathsInCommand } from "./named/commands.ts";
import { toolsIn, versionsIn } from "./named/tools.ts";
import { type Predicate, type Repo, writePredicate } from "./predicate.ts";

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
  const { clauses, spans } = clausesOf(text);
  // Only what is asserted: "`make publish` does not exist" is true.
  const asserted = clauses.map(({ chosen }) => ({ presumed: chosen, chosen }));
  for (const { proofs, given } of asserted.flatMap((clause) => candidatesIn(clause, spans))) {
    const named = proofs.filter((proof) => proof.kind === "script" || proof.kind === "target");
    const [first] = named;
    if (first === undefined || named.length < proofs.length) continue;
    if (given !== undefined && !isTrueHere(given, repo)) continue;
    if (!named.every((proof) => judge(proof, repo).is === "false")) continue;
    const { files } = first.kind === "script" ? repo.scripts() : repo.targets();
    return cleanInvisible(whyMissing(first, files, "never known"));
  }
  return undefined;
}

function isTrueHere(predicate: Predicate, repo: Repo): boolean {
  if (predicate.kind === "path" && isLocal(predicate.path, repo)) return false;
  return judge(predicate, repo).is === "true";
}

function candidatesIn({ presumed, chosen }: Clause, spans: readonly string[]): NamedThing[] {
  const found: NamedThing[] = [];
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

function inSpan(code: string): NamedThing[] {
  return [...commandsIn(code), ...pathsInCommand(code).flatMap(only)];
}

function only(predicate: Predicate | undefined): NamedThing[] {
  return predicate === undefined ? [] : [{ proofs: [predicate] }];
}

/** "the `build` script", "the target `deploy`", "the `migrations` folder". */
function calledByKind(text: string, spans: readonly string[]): NamedThing[] {
  const found: NamedThing[] = [];
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
