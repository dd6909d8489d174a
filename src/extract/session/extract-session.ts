/** Extracts what to remember from one finished session, by rules and without a model, with a ledger of every decision. */
import { actsOf } from "./acts.ts";
import { admitted } from "./admit.ts";
import { groundsOf } from "./grounds.ts";
import { decisions } from "./rules/decision.ts";
import { errorFixes } from "./rules/error-fix.ts";
import { personSaid } from "./rules/person-said.ts";
import { sequences } from "./rules/sequence.ts";
import type { Extracted, Finding, LedgerLine, Turn } from "./turn.ts";
import { untrustedTextIn } from "./untrusted-text.ts";

type Extraction = { readonly candidates: readonly Extracted[]; readonly ledger: readonly LedgerLine[] };

/** Turns come in order; the same turns give the same extraction. */
export function extractSession(turns: readonly Turn[], { inProject }: { readonly inProject: boolean }): Extraction {
  const untrusted = untrustedTextIn(turns);
  const said = oneASentence(personSaid(turns, { inProject }), decisions(turns, { inProject }));
  const acts = actsOf(turns);
  const done = [...errorFixes(acts, { untrusted, inProject }), ...sequences(turns, acts, { untrusted, inProject })];
  const findings = admitted([...said, ...done], { turns, untrusted }).map((finding) => relayed(finding, turns));
  return {
    candidates: findings.flatMap((finding) => (finding.taken ? [finding.candidate] : [])),
    ledger: findings.map(lineOf),
  };
}

/** A proposal in the words of a page belongs to the page, even if the person confirmed it. */
function relayed(finding: Finding, turns: readonly Turn[]): Finding {
  if (!finding.taken || finding.candidate.trust !== "agent" || finding.candidate.rule !== "decision") return finding;
  const { candidate } = finding;
  const by = turns.find(({ ordinal }) => ordinal === candidate.span.from);
  if (by === undefined || !groundsOf(turns).isRelayed(candidate.text, by)) return finding;
  return { ...finding, candidate: { ...candidate, trust: "tool" } };
}

/** Requirements and explicit requests keep their type; any other sentence with a reason is a decision. */
function oneASentence(said: readonly Finding[], decided: readonly Finding[]): Finding[] {
  const kept = decided.filter((one) => !said.some((other) => isFirm(other) && isSameSentence(one, other)));
  return [...said.filter((one) => isFirm(one) || !kept.some((other) => isSameSentence(one, other))), ...kept];
}

function isFirm(finding: Finding): boolean {
  return finding.taken && (finding.candidate.rule === "remember" || finding.candidate.rule === "constraint");
}

function isSameSentence(a: Finding, b: Finding): boolean {
  const [one, other] = [lineOf(a), lineOf(b)];
  if (one.span.to !== other.span.to) return false;
  const [first, second] = [one.text.toLowerCase(), other.text.toLowerCase()];
  return first.includes(second) || second.includes(first);
}

function lineOf(finding: Finding): LedgerLine {
  if (!finding.taken) return finding;
  const { candidate, reason } = finding;
  return { rule: candidate.rule, text: candidate.text, taken: true, reason, span: candidate.span };
}
