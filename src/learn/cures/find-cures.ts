/** Finds cures: a command failed with a specific error, something was changed, and the same command passed later. */
import { screen } from "../../core/screen/clean.ts";
import type { Cure, CureFix } from "../../core/session/cure.ts";
import { quotedCommand } from "../../core/session/cure.ts";
import { errorMark, type SpecificError, specificErrorIn } from "../../core/session/error-signature.ts";
import { carriesMarker } from "../../core/text/marker.ts";
import type { LedgerLine } from "../session/turn.ts";
import type { UntrustedText } from "../session/untrusted-text.ts";
import { asOneRun, hasOccasion, type PastAct, type PastRun } from "./acts.ts";
import { changeBetween, type LineChange } from "./change-between.ts";

export type FoundCure = Cure & { readonly turn: number; readonly atMs?: number };

type Cures = { readonly cures: readonly FoundCure[]; readonly ledger: readonly LedgerLine[] };

/** One for each error of a command family; if it was cured in two ways, the later one. */
export function findCures(acts: readonly PastAct[], untrusted: UntrustedText): Cures {
  const withLists = acts.map((act, at) => ({ act, list: listEndingAt(acts, at) }));
  const found = new Map<string, FoundCure>();
  const ledger: LedgerLine[] = [];
  acts.forEach((act, at) => {
    if (act.kind === "edit" || act.status !== "failed" || act.nature === "look") return;
    const error = specificErrorIn(outputOf(act));
    const turn = act.turn.ordinal;
    const refuse = (reason: string): void => {
      ledger.push({ rule: "error-fix", text: `${shown(act.line)} failed`, taken: false, reason, turn });
    };
    const next = afterFailure({ failed: act, error, later: withLists.slice(at + 1) });
    if (next.outcome === "not cured") return;
    if (next.outcome === "refused") {
      refuse(next.reason);
      return;
    }
    const cure = cureOf(act, { ...next, tried: triedBefore(acts.slice(0, at), act, next.error) }, untrusted);
    if ("reason" in cure) {
      refuse(cure.reason);
      return;
    }
    found.set(`${cure.family}\n${cure.mark}`, cure);
    ledger.push({
      rule: "error-fix",
      text: `${quotedCommand(cure.failed)} failed; ${quotedCommand(cure.fix.text)}`,
      taken: true,
      reason: cure.trust === "tool" ? "it passed after a command from tool output" : "it passed after this",
      turn,
    });
  });
  return { cures: [...found.values()], ledger };
}

type Later = readonly { readonly act: PastAct; readonly list: PastRun | undefined }[];

type AfterFailure =
  | { readonly outcome: "cured"; readonly error: SpecificError; readonly change: LineChange; readonly worked: PastRun }
  | { readonly outcome: "refused"; readonly reason: string }
  /** It failed in the same way again, or was not run again. */
  | { readonly outcome: "not cured" };

/** The next run without the error shows what removed it; a later run of the family has to pass. */
function afterFailure({
  failed,
  error,
  later,
}: {
  readonly failed: PastRun;
  readonly error: SpecificError | undefined;
  readonly later: Later;
}): AfterFailure {
  const gap: PastAct[] = [];
  let reason: string | undefined;
  for (const [at, { act, list }] of later.entries()) {
    const again = [act, list].find((one): one is PastRun => one?.kind === "run" && one.family === failed.family);
    if (again === undefined || again.status === "unknown") {
      gap.push(act);
      continue;
    }
    if (error === undefined) {
      if (again.status === "ok") return { outcome: "refused", reason: "no output identifies the error" };
      continue;
    }
    if (again.status === "failed" && specificErrorIn(outputOf(again))?.signature === error.signature)
      return { outcome: "not cured" };
    const before = list === undefined ? gap : gap.filter(({ turn }) => turn !== again.turn);
    const change = changeBetween({ failed, error, output: outputOf(failed) }, before, again);
    if (change.outcome === "change") {
      const worked = again.status === "ok" ? again : passedLater(failed, later.slice(at + 1));
      if (worked === undefined) return { outcome: "not cured" };
      return { outcome: "cured", error, change: change.change, worked };
    }
    reason = change.reason;
    if (again.key === failed.key && again.status === "ok") break;
    gap.push(act);
  }
  return reason === undefined ? { outcome: "not cured" } : { outcome: "refused", reason };
}

function passedLater({ family }: PastRun, later: Later): PastRun | undefined {
  return later
    .flatMap(({ act, list }) => [act, ...(list === undefined ? [] : [list])])
    .find((one): one is PastRun => one.kind === "run" && one.family === family && one.status === "ok");
}

/** A list that failed is known by all of its commands; when it succeeds, each of them counts separately. */
function listEndingAt(acts: readonly PastAct[], end: number): PastRun | undefined {
  const { turn } = acts[end]!;
  if (acts[end + 1]?.turn === turn) return undefined;
  let start = end;
  while (acts[start - 1]?.turn === turn) start -= 1;
  const runs = acts.slice(start, end + 1).filter((act): act is PastRun => act.kind === "run" && act.nature !== "look");
  return runs.length > 1 && runs.every(({ status }) => status === "ok") ? asOneRun(runs) : undefined;
}

/** Changes between earlier failures with the same error and this one. */
function triedBefore(earlier: readonly PastAct[], failed: PastRun, { signature }: SpecificError): PastAct[] {
  const isSame = (act: PastAct): boolean =>
    act.kind === "run" &&
    act.status === "failed" &&
    act.key === failed.key &&
    specificErrorIn(outputOf(act))?.signature === signature;
  const passed = earlier.findLastIndex((act) => act.kind === "run" && act.status === "ok" && act.key === failed.key);
  const since = earlier.slice(passed + 1);
  const first = since.findIndex(isSame);
  if (first === -1 || hasOccasion(failed.family)) return [];
  return since
    .slice(first + 1)
    .filter(
      (act) => act.kind === "run" && act.status === "ok" && act.nature === "change" && act.family !== failed.family,
    );
}

type Known = { readonly error: SpecificError; readonly change: LineChange; readonly tried: readonly PastAct[] };

function cureOf(
  failed: PastRun,
  { error, change, tried }: Known,
  untrusted: UntrustedText,
): FoundCure | { reason: string } {
  const line = hasOccasion(failed.family) ? failed.family : withoutBranches(failed.line);
  const fix = change.fix.by === "edit" ? change.fix : { ...change.fix, text: withoutBranches(change.fix.text) };
  if (![line, fix.text].every(isQuotable)) return { reason: "a command is too long to quote" };
  const isDictated = [failed, ...(change.act === undefined ? [] : [change.act])].some((run) => untrusted.dictated(run));
  const isPersons = failed.actor === "person" && change.act?.actor === "person";
  const didNotHelp = [...new Set(tried.filter((act) => isOwn(act, untrusted)).map(actText))]
    .filter((name) => isQuotable(name) && name !== fix.text)
    .slice(-MOST_TRIED);
  const { atMs } = failed.turn;
  const cure: FoundCure = {
    family: failed.family,
    mark: errorMark(error.signature, namesThatMatter(error, fix, failed)),
    error: error.signature,
    failed: line,
    fix,
    didNotHelp,
    trust: isDictated ? "tool" : isPersons ? "person" : "agent",
    turn: failed.turn.ordinal,
    ...(atMs !== undefined && { atMs }),
  };
  const text = JSON.stringify(cure);
  if (screen(text).outcome === "secret" || WITHHELD.test(text)) return { reason: "it contains a secret" };
  return carriesMarker(text) ? { reason: "it is text that oldhand inserted" } : cure;
}

/** The name of a branch belongs to one occasion. */
function withoutBranches(line: string): string {
  const [git, verb = "", ...rest] = line.split(" ");
  if (git !== "git" || !ON_BRANCHES.test(verb) || rest.includes("--") || /[&|;]/.test(line)) return line;
  return [git, verb, ...rest.map((word) => (OF_ANY_TIME.test(word) ? word : "<branch>"))].join(" ");
}

const ON_BRANCHES = /^(?:push|pull|fetch|checkout|switch|merge|rebase|branch)$/;
const OF_ANY_TIME = /^(?:-\S*|origin|upstream|main|master|HEAD)$/;

const MOST_TRIED = 3;
const WITHHELD = /\[(?:secret:[\w-]+|private|withheld)\]/;

/** A cure that names what the error names applies to that name only. */
function namesThatMatter({ names }: SpecificError, { by, text }: CureFix, failed: PastRun): string[] {
  return names.filter((name) => text.includes(name) || (by === "variant" && failed.line.includes(name)));
}

/** Text that a tool dictated is not kept, not even as a failed attempt. */
function isOwn(act: PastAct, untrusted: UntrustedText): boolean {
  return act.kind === "edit" || !untrusted.dictated(act);
}

function actText(act: PastAct): string {
  return act.kind === "edit" ? act.file.split(/[\\/]/).slice(-2).join("/") : act.line;
}

const LONGEST_QUOTE = 200;

function isQuotable(line: string): boolean {
  return line.length <= LONGEST_QUOTE && !line.includes("\n") && !line.includes("``");
}

function shown(line: string): string {
  return quotedCommand(line.split("\n")[0]!.slice(0, LONGEST_QUOTE));
}

function outputOf({ turn }: PastRun): string {
  return turn.command?.output ?? "";
}
