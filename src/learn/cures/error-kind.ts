/** What kind of error a command failed with, and which commands can remove it. Kinds only, no single programs' phrases. */
import { isAssertion, type SpecificError } from "../../core/session/error-signature.ts";
import type { PastRun } from "./acts.ts";

/** `work`: the code itself is wrong, which is ordinary work and not worth remembering. */
type ErrorKind = keyof typeof KINDS | "work" | "other";

/** Only a commit is refused because a hook changed files, and it says so in any line. */
export function errorKindsOf({ line }: SpecificError, { family, turn }: PastRun): ReadonlySet<ErrorKind> {
  const output = turn.command?.output ?? "";
  const isCommit = family.includes("git commit");
  if (isCommit && KINDS.rewritten.test(output)) return new Set(["rewritten"]);
  if (isAssertion(output) || WORK.test(line) || TEST_RESULT.test(line)) return new Set(["work"]);
  const kinds = (Object.keys(KINDS) as (keyof typeof KINDS)[]).filter((kind) => KINDS[kind].test(line));
  return new Set(kinds.length === 0 ? ["other"] : kinds);
}

const KINDS = {
  /** A program, a module or a package is not there, whatever the command was run on. */
  absent:
    /command not found|: not found$|not recognized as|no module named|cannot find (?:package|module)|could not (?:resolve|import|load)|unable to (?:resolve|load|import)|not installed|MODULE_NOT_FOUND|activate your|missing (?:dependenc|package|module|peer)|outdated|out of date|not in sync|lock ?file/i,
  /** A file or directory is not there. */
  missing:
    /not found|no such (?:file|directory)|cannot find|can't find|could not (?:find|locate|open)|unable to (?:find|locate)|ENOENT|does not exist|did not match any|not a git repository|no rule to make|missing script/i,
  /** The program does not accept its arguments. */
  usage:
    /(?:unknown|unrecognized|unexpected|invalid|illegal|no such|missing|missing required|required|unsupported) (?:option|argument|arguments|flag|switch|subcommand|sub-command|command|parameter)|must (?:be )?(?:provide|specif|supply)|must be (?:given|set|one of)|too (?:few|many) arguments|requires (?:an? |at least )?(?:\w+ )?(?:argument|value|option)|--\w[\w-]* (?:is|are) (?:required|missing|mandatory)|not a valid (?:option|command|choice)|^usage:|invalid choice/i,
  /** A hook changed the files that were to be committed. */
  rewritten: /modified by this hook|files? (?:were|was|have been) (?:re)?(?:formatted|written|fixed)|reformatted by/i,
  /** The other side has commits that are missing here. */
  behind: /rejected|non-fast-forward|fetch first|tip of your current branch is behind|have diverged/i,
  /** Changes here would be lost. */
  uncommitted: /overwritten by|uncommitted changes|commit your changes|not clean/i,
  /** Nobody is logged in, or the login has expired. */
  unauthorized:
    /not logged in|unauthori[sz]ed|authenticat|credentials|login required|token (?:has )?expired|\b40[13]\b|forbidden/i,
  /** A service does not run. */
  unreachable:
    /ECONNREFUSED|connection refused|could not connect|cannot connect|failed to connect|can't connect|daemon running|not running|unreachable/i,
  /** Another process is in the way. */
  occupied:
    /EADDRINUSE|address already in use|port \S+ is (?:already )?(?:in use|allocated)|already running|locked by/i,
} as const satisfies Record<string, RegExp>;

/** Failed tests, type errors, findings of a linter, syntax errors. */
const WORK =
  /\bTS\d{3,5}\b|error\[E\d+\]|incompatible type|type error|is not assignable|has no attribute|is not a function|is not defined|undefined (?:variable|function|method|reference)|SyntaxError|IndentationError|TypeError|AttributeError|NameError|ValueError|KeyError|ReferenceError|ZeroDivision|unused|\d+ (?:tests? )?(?:failed|failing)|tests? failed|found \d+ (?:error|problem|warning)|\d+ (?:errors?|problems?) \(|compilation (?:error|failed)|closing tag|could not apply|merge conflict|expected .{0,40}(?:but got|received)|timed out/i;

/** A failed test, in capitals, or a row of a list of checks. */
const TEST_RESULT = /\bFAILED\b|^FAIL\b|\S\.{5,}\s?Failed$/;

/** Whether a command, by what it is for, can remove an error of these kinds. */
export function canRemove({ family, program, operands }: PastRun, kinds: ReadonlySet<ErrorKind>): boolean {
  const words = [...family.split(" "), ...operands.slice(0, 1)].map((word) => word.toLowerCase());
  const isFor = (pattern: RegExp): boolean => words.some((word) => pattern.test(word));
  const isMissing = kinds.has("absent") || kinds.has("missing");
  return (
    (isMissing && !/^(?:git|gh|glab)$/.test(program) && isFor(PROVIDES)) ||
    (kinds.has("behind") && /^git (?:pull|fetch|rebase|merge)$/.test(family)) ||
    (kinds.has("uncommitted") && /^git (?:stash|commit)$/.test(family)) ||
    (kinds.has("rewritten") && family === "git add") ||
    (kinds.has("unauthorized") && isFor(/^(?:login|auth|sso|refresh|authenticate)$/)) ||
    (kinds.has("unreachable") && isFor(/^(?:up|start|serve|restart|run|daemon|[\w.-]+-server)$/)) ||
    (kinds.has("occupied") && isFor(/^(?:kill|pkill|killall|stop|down|fuser)$/))
  );
}

/** They install, fetch or generate something that other commands need. */
const PROVIDES =
  /^(?:install|i|ci|add|sync|get|restore|bootstrap|update|upgrade|download|tidy|generate|gen|codegen|build|compile|migrate|init|create|setup|deps\.get|bundle|prepare)$|(?::|-)(?:install|generate|build|migrate|setup)$/;
