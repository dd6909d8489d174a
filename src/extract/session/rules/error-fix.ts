/** An error and what fixed it: a command that failed, and the change after which the same command succeeded. */

import { isoTime } from "../../../core/base/clock.ts";
import { sha256 } from "../../../core/base/hash.ts";
import type { Act, Edit, Run } from "../acts.ts";
import type { Heard } from "../heard.ts";
import { isProse, isSetting } from "../nature.ts";
import { isAssertion, signatureOf } from "../signature.ts";
import { type ErrorFix, type Extracted, type Finding, type Fix, type Ran, refused, taken } from "../turn.ts";

type Surroundings = { readonly heard: Heard; readonly inProject: boolean };

export function errorFixes(acts: readonly Act[], surroundings: Surroundings): Finding[] {
  const findings: Finding[] = [];
  const failing = new Map<string, number[]>();
  const recover = (key: string, success: number): void => {
    const failures = failing.get(key);
    failing.delete(key);
    if (failures !== undefined) findings.push(found({ acts, failures, success }, surroundings));
  };
  acts.forEach((act, at) => {
    if (act.kind === "edit" || act.nature === "look") return;
    if (act.status === "failed") failing.set(act.key, failing.get(act.key) ?? []).get(act.key)!.push(at);
    if (act.status !== "ok") return;
    recover(act.key, at);
    const list = listEndingAt(acts, at);
    if (list !== undefined) recover(list.key, list.start);
  });
  return findings;
}

/** A list that failed is known by all of its commands; when it succeeds, each of them stands by itself. */
function listEndingAt(acts: readonly Act[], end: number): { readonly key: string; readonly start: number } | undefined {
  const { turn } = acts[end]!;
  if (acts[end + 1]?.turn === turn || acts[end - 1]?.turn !== turn) return undefined;
  let start = end;
  while (acts[start - 1]?.turn === turn) start -= 1;
  const runs = acts.slice(start, end + 1).flatMap((act) => (act.kind === "run" ? [act] : []));
  const isWhole = runs.length > 1 && runs.every(({ status }) => status === "ok");
  return isWhole ? { key: runs.map(({ key }) => key).join(" && "), start } : undefined;
}

/** The places, among the acts, of the failures of one command and of the success after them. */
type Recovery = { readonly acts: readonly Act[]; readonly failures: readonly number[]; readonly success: number };

function found({ acts, failures, success }: Recovery, surroundings: Surroundings): Finding {
  const last = acts[failures.at(-1)!] as Run;
  const worked = acts[success] as Run;
  const span = { from: last.turn.ordinal, to: worked.turn.ordinal };
  const no = (reason: string): Finding =>
    refused({ rule: "error-fix", text: `${quoted(last.line)} failed`, reason, span });
  const output = last.turn.command?.output ?? "";
  const signature = signatureOf(output);
  if (signature === undefined) return no("nothing was printed to know the error by");
  const first = failures.find((at) => signatureOf((acts[at] as Run).turn.command?.output ?? "") === signature)!;
  const gap = acts.slice(failures.at(-1)! + 1, success);
  const chosen = fixIn(gap, last, worked);
  if (chosen.outcome === "none") return no(chosen.reason);
  const { by, act, others } = chosen;
  if (act.kind === "edit") {
    const isUnderWork = acts.slice(0, first).some((early) => early.kind === "edit" && early.file === act.file);
    if (isUnderWork) return no("mended in a file that was being worked on before it failed");
    if (isAssertion(output) && !isSetting(act.file))
      return no("a failed assertion that an edit mends is the work itself");
  }
  if ([last.line, ...(act.kind === "run" ? [act.line] : [])].some((line) => !isQuotable(line)))
    return no("a command is too long to quote");
  const evidence: ErrorFix = {
    kind: "error-fix",
    signature: { text: signature, trust: "tool" },
    failed: ranOf(last),
    fix: act.kind === "edit" ? { by: "edit", file: shortPath(act.file), ...when(act) } : { by, ...ranOf(act) },
    didNotHelp: unhelpful(acts.slice(first, success), { key: last.key, upTo: failures.at(-1)! - first }).filter(
      (name) => act.kind === "edit" || name !== act.line,
    ),
    alongside: namesOf(others),
  };
  const isDictated = act.kind === "run" && surroundings.heard.dictated(act);
  const candidate: Extracted = {
    rule: "error-fix",
    type: "pitfall",
    text: statement(evidence),
    scope: surroundings.inProject ? "project" : "global",
    trust: isDictated ? "tool" : weakestActor(last, act),
    span: { from: (acts[first] as Run).turn.ordinal, to: worked.turn.ordinal },
    key: `${last.family} ${sha256(signature).slice(0, 12)}`,
    evidence,
  };
  return taken(candidate, isDictated ? "it worked after what a tool had printed was run" : "it worked after this");
}

function weakestActor(failed: Run, mended: Act): "person" | "agent" {
  return failed.actor === "agent" || mended.actor === "agent" ? "agent" : "person";
}

/** More changes at once, and nobody can tell which of them it was. */
const MOST_CHANGES = 5;

type Chosen =
  | { readonly outcome: "fix"; readonly by: "command" | "variant"; readonly act: Act; readonly others: readonly Act[] }
  | { readonly outcome: "none"; readonly reason: string };

function fixIn(gap: readonly Act[], failed: Run, worked: Run): Chosen {
  const changes = gap.filter((act) => mayMend(act, failed));
  if (changes.length > MOST_CHANGES) return { outcome: "none", reason: "too many changes before it worked" };
  const act = changes.findLast((one) => one.kind === "edit" || one.nature === "change") ?? changes.at(-1);
  if (act !== undefined) return { outcome: "fix", by: "command", act, others: changes.filter((one) => one !== act) };
  if (worked.manner === failed.manner) return { outcome: "none", reason: "it worked again without a change" };
  if (passesBy(worked) && !passesBy(failed)) return { outcome: "none", reason: "the check was passed by, not passed" };
  return { outcome: "fix", by: "variant", act: worked, others: [] };
}

/** Notes of a version control system mend only what that system itself refused. */
function mayMend(act: Act, failed: Run): boolean {
  if (act.kind === "edit") return !isProse(act.file) || isProse(failed.line);
  if (act.status !== "ok" || act.key === failed.key) return false;
  return act.nature === "change" || (act.nature === "note" && /^(?:git|gh|nix)$/.test(failed.program));
}

function passesBy({ manner, nature }: Run): boolean {
  return BYPASS.test(manner) || (nature === "check" && UPDATES.test(manner));
}

/** What the check expects is written anew from what it found. */
const UPDATES = /(?:^|\s)(?:-u|--update\S*|--accept\S*|--bless)(?=\s|$)/;
/** The failure is ignored, or less is done than before. */
const BYPASS =
  /(?:^|\s)(?:--no-verify|--force(?:=\S*)?|--skip\S*|-D(?:maven\.)?skip\S*|--ignore\S*|--no-check\S*|--exit-zero|--pass-with-no-tests|--passWithNoTests|--allow-empty|--no-strict\S*|HUSKY=0|SKIP=\S*|--exclude\S*|--deselect\S*|--filter\S*|--grep\S*|--legacy-peer-deps|--test\S*|--only\S*|--package|--bin|--lib|--changed\S*|--bail|--maxfail\S*)(?=\s|$)/;

/** What was changed and failed again, and what failed itself, in order and each once. */
function unhelpful(acts: readonly Act[], { key, upTo }: { readonly key: string; readonly upTo: number }): string[] {
  const tried = acts.filter((act, at) => {
    if (act.kind === "edit") return at < upTo;
    if (act.key === key || act.nature !== "change") return false;
    return act.status === "failed" || (act.status === "ok" && at < upTo);
  });
  return namesOf(tried);
}

function namesOf(acts: readonly Act[]): string[] {
  const names = acts.map((act) => (act.kind === "edit" ? `an edit of ${shortPath(act.file)}` : act.line));
  return [...new Set(names)].filter(isQuotable);
}

/** From commands alone: what was printed has no part in it. */
function statement({ failed, fix, didNotHelp }: ErrorFix): string {
  const date = fix.atMs === undefined ? "" : `${isoTime(fix.atMs).slice(0, 10)}`;
  const facts = [...(fix.by === "edit" ? [] : [`exit ${fix.exitCode}`]), ...(date === "" ? [] : [date])].join(", ");
  const tail = facts === "" ? "" : ` (${facts})`;
  const how = HOW[fix.by](fix);
  const rest = didNotHelp.length === 0 ? "" : `. Did not help: ${didNotHelp.map(asTried).join(", ")}`;
  return `${quoted(failed.line)} failed (exit ${failed.exitCode}); it worked ${how}${tail}${rest}`;
}

const HOW: Readonly<Record<Fix["by"], (fix: Fix) => string>> = {
  command: (fix) => `after ${quoted(subject(fix))}`,
  variant: (fix) => `as ${quoted(subject(fix))}`,
  edit: (fix) => `after an edit of ${quoted(subject(fix))}`,
};

function subject(fix: Fix): string {
  return fix.by === "edit" ? fix.file : fix.line;
}

function asTried(name: string): string {
  const file = /^an edit of (.+)$/.exec(name)?.[1];
  return file === undefined ? quoted(name) : `an edit of ${quoted(file)}`;
}

function quoted(line: string): string {
  return line.includes("`") ? `\`\` ${line} \`\`` : `\`${line}\``;
}

const LONGEST_QUOTE = 200;

function isQuotable(line: string): boolean {
  return line.length <= LONGEST_QUOTE && !line.includes("\n") && !line.includes("``");
}

function ranOf(run: Run): Ran {
  return { line: run.line, exitCode: run.turn.command?.exitCode ?? 0, ...when(run) };
}

function when({ turn: { atMs } }: Run | Edit): { readonly atMs?: number } {
  return atMs === undefined ? {} : { atMs };
}

/** A path from the root is somebody's machine; its end says what it is. */
function shortPath(file: string): string {
  const isAbsolute = /^(?:[\\/~]|[A-Za-z]:[\\/])/.test(file);
  return isAbsolute ? file.split(/[\\/]/).slice(-2).join("/") : file;
}
