/** Reads one finished session without a model: what was said to last, evidence for more, cures, and a ledger of it all. */
import { keyFor } from "../../core/record/key.ts";
import { screen } from "../../core/screen/clean.ts";
import { SAID_TO_LAST } from "../../core/session/said-statement.ts";
import { carriesMarker } from "../../core/text/marker.ts";
import { normalised } from "../../core/text/words.ts";
import { actsOf } from "../cures/acts.ts";
import { type FoundCure, findCures } from "../cures/find-cures.ts";
import { personSaid, type SessionPlace, takesBack } from "./person-said.ts";
import { type Evidence, type Extracted, type Finding, type LedgerLine, refused, type Turn } from "./turn.ts";
import { type UntrustedText, untrustedTextIn } from "./untrusted-text.ts";

type Extraction = {
  readonly candidates: readonly Extracted[];
  /** Sentences of the person that may state a lasting demand; each counts once a session. */
  readonly evidence: readonly Evidence[];
  /** Failed commands and what made them work; evidence too. */
  readonly cures: readonly FoundCure[];
  readonly ledger: readonly LedgerLine[];
};

/** Turns come in order; the same turns give the same extraction. */
export function extractSession(turns: readonly Turn[], place: SessionPlace): Extraction {
  const untrusted = untrustedTextIn(turns);
  const said = personSaid(turns, place);
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
  const { quote, span } = finding.candidate;
  return [{ text: quote, score: SAID_TO_LAST, turn: span.to }];
}

function lineOf(finding: Finding): LedgerLine {
  if (!finding.taken) {
    const { rule, text, reason, span } = finding;
    return { rule, text, taken: false, reason, span };
  }
  const { candidate, reason } = finding;
  return { rule: candidate.rule, text: candidate.text, taken: true, reason, span: candidate.span };
}

type Session = { readonly turns: readonly Turn[]; readonly untrusted: UntrustedText };

/** No secrets, no text of tools, no duplicates, nothing that was taken back; in the order of their turns. */
function admitted(findings: readonly Finding[], { turns, untrusted }: Session): Finding[] {
  const back = takenBack(turns);
  const own = [...findings]
    .sort((a, b) => startOf(a) - startOf(b))
    .map(screened)
    .map((finding) => {
      const { rule, text, span } = finding.taken ? finding.candidate : finding;
      const quote = finding.taken ? finding.candidate.quote : text;
      if (untrusted.repeats(text, span.to) || untrusted.repeats(quote, span.to))
        return not({ rule, text, span }, "it repeats output of a tool");
      return back.has(span.to) ? not({ rule, text, span }, "the person took it back") : finding;
    });
  return onceEach(own);
}

/** Keeps the first of equal statements, and the last of choices that exclude each other. */
function onceEach(findings: readonly Finding[]): Finding[] {
  const said = new Map<string, Finding>();
  const chosen = new Map<string, Finding>();
  for (const finding of findings) {
    if (!finding.taken) continue;
    const { words, topic } = nameOf(finding.candidate);
    if (!said.has(words)) said.set(words, finding);
    if (topic !== undefined) chosen.set(topic, finding);
  }
  return findings.map((finding) => {
    if (!finding.taken) return finding;
    const { words, topic } = nameOf(finding.candidate);
    if (said.get(words) !== finding) return not(finding.candidate, "duplicate of an earlier finding in this session");
    const last = topic === undefined ? finding : chosen.get(topic);
    if (last === finding) return finding;
    const isSame = last?.taken === true && nameOf(last.candidate).words === words;
    return isSame ? finding : not(finding.candidate, "the person changed it later in the session");
  });
}

function nameOf({ text }: Extracted): { readonly words: string; readonly topic: string | undefined } {
  const { key, by } = keyFor(text);
  return { words: normalised(text), topic: by === "topic" ? key : undefined };
}

function startOf(finding: Finding): number {
  return finding.taken ? finding.candidate.span.from : finding.span.from;
}

function not({ rule, text, span }: Pick<LedgerLine, "rule" | "text" | "span">, reason: string): Finding {
  return refused({ rule, text, reason, span });
}

const WITHHELD = /\[(?:secret:[\w-]+|private|withheld)\]/;
const LONGEST_LEDGER_TEXT = 400;

function screened(finding: Finding): Finding {
  if (!finding.taken) return { ...finding, text: screen(finding.text).text.slice(0, LONGEST_LEDGER_TEXT) };
  const { candidate } = finding;
  const { outcome, text } = screen(candidate.text);
  const { quote } = candidate;
  if (outcome === "secret" || WITHHELD.test(text) || screen(quote).outcome === "secret" || WITHHELD.test(quote))
    return not({ ...candidate, text }, "it contains a secret");
  if (carriesMarker(text) || carriesMarker(quote))
    return not({ ...candidate, text }, "it is text that oldhand inserted");
  return { ...finding, candidate: { ...candidate, text } };
}

/** Ordinals of the person's turns that the person's next turn took back, with the agent's in between. */
function takenBack(turns: readonly Turn[]): ReadonlySet<number> {
  const back = new Set<number>();
  let last: Turn | undefined;
  for (const turn of turns) {
    if (turn.role !== "person" || turn.text.trim() === "") continue;
    if (last !== undefined && takesBack(turn.text)) back.add(last.ordinal);
    last = turn;
  }
  return back;
}
