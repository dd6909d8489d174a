/** The last look at what the rules found: no secrets, nothing that was only heard, nothing twice, nothing taken back. */
import { keyFor } from "../../core/record/key.ts";
import { screen } from "../../core/screen/clean.ts";
import { carriesMarker } from "../../core/text/marker.ts";
import { normalised } from "../../core/text/words.ts";
import type { Heard } from "./heard.ts";
import { takesBack } from "./replies.ts";
import { type Extracted, type Finding, refused, type Turn } from "./turn.ts";

type Session = { readonly turns: readonly Turn[]; readonly heard: Heard };

/** Findings in the order of their turns. */
export function admitted(findings: readonly Finding[], session: Session): Finding[] {
  const inOrder = [...findings].sort((a, b) => startOf(a) - startOf(b)).map(screened);
  const back = takenBack(session.turns);
  const said = new Map<string, number>();
  const chosen = new Map<string, number>();
  inOrder.forEach((finding, at) => {
    if (!finding.taken) return;
    const { text, trust } = finding.candidate;
    const topic = keyFor(text);
    if (!said.has(normalised(text))) said.set(normalised(text), at);
    if (topic.by === "topic" && trust === "person") chosen.set(topic.key, at);
  });
  return inOrder.map((finding, at) => {
    if (!finding.taken) return finding;
    const { candidate } = finding;
    const topic = keyFor(candidate.text);
    const later = topic.by === "topic" ? chosen.get(topic.key) : undefined;
    if (SAID.has(candidate.rule) && session.heard.repeats(candidate.text, candidate.span.to))
      return not(candidate, "it repeats what a tool printed");
    if (SAID.has(candidate.rule) && back.has(candidate.span.to)) return not(candidate, "the person took it back");
    if (said.get(normalised(candidate.text)) !== at) return not(candidate, "it was found before in this session");
    if (later !== undefined && later > at) return not(candidate, "the person said otherwise later on");
    return finding;
  });
}

const SAID: ReadonlySet<string> = new Set(["remember", "constraint", "correction", "preference", "decision"]);

function startOf(finding: Finding): number {
  return finding.taken ? finding.candidate.span.from : finding.span.from;
}

function not({ rule, text, span }: Extracted, reason: string): Finding {
  return refused({ rule, text, reason, span });
}

const WITHHELD = /\[(?:secret:[\w-]+|private|withheld)\]/;
const LONGEST_LEDGER_TEXT = 400;

function screened(finding: Finding): Finding {
  if (!finding.taken) return { ...finding, text: screen(finding.text).text.slice(0, LONGEST_LEDGER_TEXT) };
  const { candidate } = finding;
  const { outcome, text } = screen(candidate.text);
  const rest = [candidate.key, ...(candidate.steps ?? []), JSON.stringify(candidate.evidence ?? "")].join("\n");
  if (outcome === "secret" || WITHHELD.test(text) || screen(rest).outcome === "secret" || WITHHELD.test(rest))
    return not({ ...candidate, text }, "it holds a secret");
  if (carriesMarker(text) || carriesMarker(rest))
    return not({ ...candidate, text }, "it holds what oldhand itself put in");
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
