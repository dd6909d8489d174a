/** Reads one finished session without a model: what was said to last, evidence for more, cures, and a ledger of it all. */
import { SAID_TO_LAST } from "../../core/session/said-statement.ts";
import { actsOf } from "../cures/acts.ts";
import { type FoundCure, findCures } from "../cures/find-cures.ts";
import { admitted } from "./admit.ts";
import { personSaid } from "./person-said.ts";
import type { Evidence, Extracted, Finding, LedgerLine, Turn } from "./turn.ts";
import { untrustedTextIn } from "./untrusted-text.ts";

type Extraction = {
  readonly candidates: readonly Extracted[];
  /** Sentences of the person that may state a lasting demand; each counts once a session. */
  readonly evidence: readonly Evidence[];
  /** Failed commands and what made them work; evidence too. */
  readonly cures: readonly FoundCure[];
  readonly ledger: readonly LedgerLine[];
};

/** Turns come in order; the same turns give the same extraction. */
export function extractSession(turns: readonly Turn[], { inProject }: { readonly inProject: boolean }): Extraction {
  const untrusted = untrustedTextIn(turns);
  const said = personSaid(turns, { inProject });
  const { cures, ledger } = findCures(actsOf(turns), untrusted);
  const findings = admitted(said, { turns, untrusted });
  return {
    candidates: findings.flatMap((finding) => (finding.taken ? [finding.candidate] : [])),
    evidence: findings.flatMap((finding) => evidenceIn(finding)),
    cures,
    ledger: [...findings.map(lineOf), ...ledger].toSorted((a, b) => a.span.from - b.span.from),
  };
}

/** What is kept as a record is evidence too: said again in another session, it still counts. */
function evidenceIn(finding: Finding): Evidence[] {
  if (!finding.taken)
    return finding.score === undefined ? [] : [{ text: finding.text, score: finding.score, turn: finding.span.to }];
  const { candidate } = finding;
  return candidate.quote === undefined ? [] : [{ text: candidate.quote, score: SAID_TO_LAST, turn: candidate.span.to }];
}

function lineOf(finding: Finding): LedgerLine {
  if (!finding.taken) {
    const { rule, text, reason, span } = finding;
    return { rule, text, taken: false, reason, span };
  }
  const { candidate, reason } = finding;
  return { rule: candidate.rule, text: candidate.text, taken: true, reason, span: candidate.span };
}
