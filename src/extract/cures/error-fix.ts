/** An error and what fixed it: a command that failed, and the change after which the same command succeeded. */
import { sha256 } from "../../core/base/hash.ts";
import { isAssertion, signatureOf } from "../../core/session/error-signature.ts";
import { type ErrorFix, type Extracted, type Finding, type Ran, refused, taken } from "../session/turn.ts";
import type { UntrustedText } from "../session/untrusted-text.ts";
import { type Act, asOneRun, type Edit, type Run } from "./acts.ts";
import { fixBetween } from "./fix-between.ts";
import { isSetting } from "./nature.ts";
import { editName, isQuotable, quoted, shortPath, statementOf } from "./wording.ts";

type Surroundings = { readonly untrusted: UntrustedText; readonly inProject: boolean };

export function errorFixes(acts: readonly Act[], surroundings: Surroundings): Finding[] {
  const findings: Finding[] = [];
  const failing = new Map<string, number[]>();
  const recover = (worked: Run, success: number): void => {
    const failures = failing.get(worked.key);
    failing.delete(worked.key);
    if (failures !== undefined) findings.push(found({ acts, failures, success, worked }, surroundings));
  };
  acts.forEach((act, at) => {
    if (act.kind === "edit" || act.nature === "look") return;
    if (act.status === "failed") {
      const failures = failing.get(act.key);
      if (failures === undefined) failing.set(act.key, [at]);
      else failures.push(at);
    }
    if (act.status !== "ok") return;
    recover(act, at);
    const list = listEndingAt(acts, at);
    if (list !== undefined) recover(asOneRun(list), at + 1 - list.length);
  });
  return findings;
}

/** A list that failed is known by all of its commands; when it succeeds, each of them counts separately. */
function listEndingAt(acts: readonly Act[], end: number): readonly Run[] | undefined {
  const { turn } = acts[end]!;
  if (acts[end + 1]?.turn === turn) return undefined;
  let start = end;
  while (acts[start - 1]?.turn === turn) start -= 1;
  const runs = acts.slice(start, end + 1).filter((act) => act.kind === "run" && act.status === "ok") as Run[];
  return runs.length > 1 && runs.length === end + 1 - start ? runs : undefined;
}

type Recovery = {
  readonly acts: readonly Act[];
  /** Places of the failures among the acts, at least one. */
  readonly failures: readonly number[];
  /** Place of the success; of a list, of its first command. */
  readonly success: number;
  readonly worked: Run;
};

function found({ acts, failures, success, worked }: Recovery, { untrusted, inProject }: Surroundings): Finding {
  const last = failures.at(-1)!;
  const failed = acts[last] as Run;
  const output = outputOf(failed);
  const signature = signatureOf(output);
  // An earlier failure with another error has another cause.
  const other = failures.findLastIndex((at) => signatureOf(outputOf(acts[at] as Run)) !== signature);
  const first = failures[other + 1] ?? last;
  const span = { from: acts[first]!.turn.ordinal, to: worked.turn.ordinal };
  const no = (reason: string): Finding =>
    refused({ rule: "error-fix", text: `${quoted(failed.line)} failed`, reason, span });
  if (signature === undefined) return no("no output identifies the error");
  const fix = fixBetween(failed, acts.slice(last + 1, success), worked);
  if (fix.outcome === "none") return no(fix.reason);
  const { act, by, others } = fix;
  const fault = act.kind === "edit" ? partOfWork(act, acts.slice(0, first), output) : undefined;
  if (fault !== undefined) return no(fault);
  if (![failed, act].every((one) => isQuotable(nameOf(one)))) return no("a command is too long to quote");
  const isDictated = [acts[first]!, act].some((one) => one.kind === "run" && untrusted.dictated(one));
  const tried = unhelpful(acts.slice(first, success), { failed, upTo: last - first });
  const evidence: ErrorFix = {
    kind: "error-fix",
    signature: { text: signature, trust: "tool" },
    failed: ranOf(failed),
    fix: act.kind === "edit" ? { by: "edit", file: shortPath(act.file), ...when(act) } : { by, ...ranOf(act) },
    didNotHelp: namesOf(tried, untrusted).filter((name) => name !== nameOf(act)),
    alongside: namesOf(others, untrusted),
  };
  const candidate: Extracted = {
    rule: "error-fix",
    type: "pitfall",
    text: statementOf(evidence),
    scope: inProject ? "project" : "global",
    trust: isDictated ? "tool" : [failed, act].every(({ actor }) => actor === "person") ? "person" : "agent",
    span,
    key: `${failed.family} ${sha256(signature).slice(0, 12)}`,
    evidence,
  };
  return taken(candidate, isDictated ? "it worked after running a command from tool output" : "it worked after this");
}

/** Something broken and fixed on the way will not happen again. */
function partOfWork({ file }: Edit, earlier: readonly Act[], output: string): string | undefined {
  if (earlier.some((act) => act.kind === "edit" && act.file === file))
    return "fixed in a file that was already being edited when it failed";
  return isAssertion(output) && !isSetting(file)
    ? "an edit fixed a failed assertion, which is ordinary work"
    : undefined;
}

type Attempts = { readonly failed: Run; readonly upTo: number };

/** Changes before it failed again, and changes that failed themselves. */
function unhelpful(acts: readonly Act[], { failed, upTo }: Attempts): Act[] {
  return acts.filter((act, at) => {
    if (act.kind === "edit") return at < upTo;
    if (act.key === failed.key || act.nature !== "change") return false;
    return act.status === "failed" || (act.status === "ok" && at < upTo);
  });
}

/** Each once; text that a tool dictated is not kept, not even as a failed attempt. */
function namesOf(acts: readonly Act[], untrusted: UntrustedText): string[] {
  const own = acts.filter((act) => act.kind === "edit" || !untrusted.dictated(act));
  return [...new Set(own.map(nameOf))].filter(isQuotable);
}

function nameOf(act: Act): string {
  return act.kind === "edit" ? editName(act.file) : act.line;
}

function outputOf({ turn }: Run): string {
  return turn.command?.output ?? "";
}

function ranOf(run: Run): Ran {
  return { line: run.line, exitCode: run.turn.command?.exitCode ?? 0, ...when(run) };
}

function when({ turn: { atMs } }: Act): { readonly atMs?: number } {
  return atMs === undefined ? {} : { atMs };
}
