/** Decisions stated with a reason: the person's own, and an agent's if the person confirmed it. */
import { stripPrivate } from "../../../core/screen/private.ts";
import { type Reading, readingOf } from "../../reading.ts";
import { afterAll, afterManners, withoutTag } from "../../rules/openings.ts";
import { type Row, rowFor } from "../../rules/rule.ts";
import { QUESTIONS, TRAPS } from "../../rules/traps.ts";
import { scopeOf } from "../../scope.ts";
import { sentencesOf } from "../../sentences.ts";
import { tidied } from "../../tidy.ts";
import { confirms } from "../replies.ts";
import { at, type Extracted, type Finding, refused, type Turn, taken } from "../turn.ts";
import { DECISIONS, NO_DECISIONS, PROPOSALS, SUGGESTING } from "./decision-rows.ts";
import { HOST_TEXTS } from "./person-said.ts";

type InProject = { readonly inProject: boolean };

export function decisions(turns: readonly Turn[], { inProject }: InProject): Finding[] {
  const findings: Finding[] = [];
  let proposal: Turn | undefined;
  for (const turn of turns) {
    if (turn.text.trim() === "") continue;
    if (turn.role === "agent") {
      // The person answers the last of several texts in a row.
      if (proposal !== undefined) findings.push(...alone(proposal));
      proposal = turn;
    }
    if (turn.role !== "person" || rowFor(HOST_TEXTS, turn.text.trimStart()) !== undefined) continue;
    if (proposal !== undefined)
      findings.push(...(confirms(turn.text) ? confirmed(proposal, turn, { inProject }) : alone(proposal)));
    proposal = undefined;
    findings.push(...persons(turn, { inProject }));
  }
  return proposal === undefined ? findings : [...findings, ...alone(proposal)];
}

function persons(turn: Turn, { inProject }: InProject): Finding[] {
  return decided(turn.text, DECISIONS).map(({ stated, trap }) =>
    trap === undefined
      ? taken(
          { ...base(stated, { inProject }), trust: "person", span: at(turn) },
          "the person decided it and gave a reason",
        )
      : refused({ rule: "decision", text: tidied(stated), reason: `excluded: ${trap}`, span: at(turn) }),
  );
}

function confirmed(proposal: Turn, answer: Turn, { inProject }: InProject): Finding[] {
  const found = proposed(proposal);
  const span = { from: proposal.ordinal, to: answer.ordinal };
  const isOne = found.filter(({ trap }) => trap === undefined).length === 1;
  return found.map(({ stated, trap }) => {
    const reason = trap ?? (isOne ? undefined : "the agent proposed several and the answer does not say which");
    if (reason !== undefined) return refused({ rule: "decision", text: tidied(stated), reason, span });
    const evidence = { kind: "confirmed", by: answer.ordinal, words: answer.text.trim() } as const;
    // The words are the agent's, and a yes does not make them the person's.
    return taken(
      { ...base(stated, { inProject }), trust: "agent", span, evidence },
      "the agent proposed it with a reason and the person confirmed it",
    );
  });
}

function alone(proposal: Turn): Finding[] {
  return proposed(proposal).map(({ stated }) =>
    refused({
      rule: "decision",
      text: tidied(stated),
      reason: "the agent proposed it and the person did not confirm it",
      span: at(proposal),
    }),
  );
}

function base(stated: Reading, { inProject }: InProject): Pick<Extracted, "rule" | "type" | "text" | "scope"> {
  // A decision belongs to the project, even if it begins with "I".
  const scope = scopeOf(stated.words.replace(/^i\b(?:'\w+)?/, "we"), { inProject });
  return { rule: "decision", type: "decision", text: tidied(stated), scope };
}

function proposed({ text }: Turn): Decided[] {
  const shown = text.replace(/<(think(?:ing)?|reasoning)>[\s\S]*?(?:<\/\1>|$)/gi, "\n");
  return decided(shown, [...DECISIONS, ...PROPOSALS], SUGGESTING);
}

type Decided = { readonly stated: Reading; readonly trap: string | undefined };

function decided(text: string, rows: readonly Row[], opening = ANSWER): Decided[] {
  return sentencesOf(stripPrivate(text)).flatMap(({ text: sentence }) => {
    const whole = withoutTag(readingOf(sentence));
    const answer = afterAll(afterManners(whole), ANSWER);
    if (rowFor(rows, answer.words) === undefined || !REASON.test(answer.words)) return [];
    const stated = afterAll(answer, opening);
    // "I suggest to move …" does not ask to move it.
    const said = (stated.words === answer.words ? stated.words : `we ${stated.words}`).replace(MADE_WHOLE, "the $1");
    const trap = rowFor(QUESTIONS, whole.words) ?? rowFor(NO_DECISIONS, stated.words) ?? rowFor(LASTING_TRAPS, said);
    return [{ stated, trap: trap?.name }];
  });
}

/** A decision counts even if it was made in the past. */
const LASTING_TRAPS = TRAPS.filter(({ name }) => name !== "about the past");
/** It means all of the work, not a place in it. */
const MADE_WHOLE = /\bthis (library|crate|gem|plugin|extension|tool|cli|site|api|game|bot)\b/g;

const ANSWER =
  /^(?:yes|yep|yeah|no|nope|agreed|actually|right|alright|fine|good|hm+|after all)[,:.!–-]+ ?|^(?:or|alternatively|option \w+|plan \w+)[,:]? /;

const REASON =
  /\b(?:because|so that|in order to|due to|given that|on the grounds that)\b|,? \bsince (?!\d|the (?:last|release|update|upgrade)|yesterday|monday|version)|, (?:as|for) (?:it|we|they|there|the|our)\b|\bto (?:avoid|prevent|keep|reduce|save)\b|[;:–—-] (?:the )?reason(?: is|:)/;
