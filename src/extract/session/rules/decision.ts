/** Decisions stated with a reason: the person's own, and the agent's where the person said yes to it. */
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
import { HOST_TEXTS } from "./person-said.ts";

type InProject = { readonly inProject: boolean };

export function decisions(turns: readonly Turn[], { inProject }: InProject): Finding[] {
  const findings: Finding[] = [];
  let proposal: Turn | undefined;
  for (const turn of turns) {
    if (turn.text.trim() === "") continue;
    if (turn.role === "agent") {
      // Of several texts in a row the person answers the last.
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
      : refused({ rule: "decision", text: tidied(stated), reason: `it sounds like one, but: ${trap}`, span: at(turn) }),
  );
}

function confirmed(proposal: Turn, answer: Turn, { inProject }: InProject): Finding[] {
  const found = proposed(proposal);
  const span = { from: proposal.ordinal, to: answer.ordinal };
  const isOne = found.filter(({ trap }) => trap === undefined).length === 1;
  return found.map(({ stated, trap }) => {
    const reason = trap ?? (isOne ? undefined : "the agent proposed more than one, and the answer names none");
    if (reason !== undefined) return refused({ rule: "decision", text: tidied(stated), reason, span });
    const evidence = { kind: "confirmed", by: answer.ordinal, words: answer.text.trim() } as const;
    // The words are the agent's, and a yes does not make them the person's.
    return taken(
      { ...base(stated, { inProject }), trust: "agent", span, evidence },
      "the agent proposed it with a reason, and the person said yes",
    );
  });
}

function alone(proposal: Turn): Finding[] {
  return proposed(proposal).map(({ stated }) =>
    refused({
      rule: "decision",
      text: tidied(stated),
      reason: "the agent said it, and the person did not say yes to it",
      span: at(proposal),
    }),
  );
}

function base(stated: Reading, { inProject }: InProject): Pick<Extracted, "rule" | "type" | "text" | "scope"> {
  // A decision is the project's, also where it begins with "I".
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
    // "I suggest to move …" is no order to move it.
    const said = stated.words === answer.words ? stated.words : `we ${stated.words}`;
    const trap = rowFor(QUESTIONS, whole.words) ?? rowFor(NO_DECISIONS, stated.words) ?? rowFor(TRAPS, said);
    return [{ stated, trap: trap?.name }];
  });
}

const ANSWER =
  /^(?:yes|yep|yeah|no|nope|agreed|actually|right|alright|fine|good|hm+|after all)[,:.!–-]+ ?|^(?:or|alternatively|option \w+|plan \w+)[,:]? /;

const REASON =
  /\b(?:because|so that|in order to|due to|given that|on the grounds that)\b|,? \bsince (?!\d|the (?:last|release|update|upgrade)|yesterday|monday|version)|, (?:as|for) (?:it|we|they|there|the|our)\b|\bto (?:avoid|prevent|keep|reduce|save)\b|[;:–—-] (?:the )?reason(?: is|:)/;

const OF =
  "(?:go with|use|keep|stick (?:with|to)|take|move to|switch to|adopt|drop|pick|choose|stay (?:with|on)|build (?:on|with)|target|store|put|run|split|avoid)";

export const DECISIONS: readonly Row[] = [
  {
    name: "let us",
    pattern: new RegExp(`^let(?:'s| us) (?:not )?${OF}\\b`),
    example: "Let's use SQLite because it needs no server",
  },
  {
    name: "we decided",
    pattern:
      /^(?:we|i)(?:'ve| have)?(?: all| finally| now)? (?:decided|chose|chosen|picked|settled|opted|agreed|went with|switched|moved|dropped|adopted)\b/,
    example: "We settled on Kafka because two teams read the stream",
  },
  {
    name: "we are going with",
    pattern: new RegExp(
      `^(?:we|i)(?:'re| are|'m| am) (?:going (?:with|to ${OF})|keeping|sticking (?:with|to)|dropping|switching to|moving to|staying (?:with|on)|using)\\b`,
    ),
    example: "We're sticking with REST since the partners know it",
  },
  {
    name: "we will",
    pattern: new RegExp(`^we(?:'ll| will) ${OF}\\b`),
    example: "We'll keep the monolith because the team is small",
  },
  {
    name: "go with",
    pattern: /^(?:go(?:ing)?|stick(?:ing)?) with\b/,
    example: "go with sqlite, since it ships with the runtime",
  },
  {
    name: "the decision",
    pattern: /^(?:final )?(?:decision|decided|agreed)(?::| is\b| was\b)|^the (?:final )?decision (?:is|was)\b/,
    example: "Decision: one table per tenant, because exports are per tenant",
  },
];

/** How an agent puts it. */
export const PROPOSALS: readonly Row[] = [
  {
    name: "suggests",
    pattern:
      /^(?:i|my)(?:'d| would)? (?:strongly )?(?:suggest|recommend|propose|go with|use|keep|pick|choose|recommendation is|suggestion is|proposal is)\b/,
    example: "I'd go with one state per region because a failure stays there",
  },
  {
    name: "should",
    pattern: new RegExp(`^we (?:should|could|can) ${OF}\\b`),
    example: "We should use cursors because they stay stable",
  },
];

const SUGGESTING =
  /^(?:i(?:'d| would)? (?:strongly )?(?:suggest|recommend|propose)|my (?:recommendation|suggestion|proposal) is)(?: that)?(?: we| you)?(?: to)? |^(?:i'd|i would|we should|we could|we can) (?=\w)/;

export const NO_DECISIONS: readonly Row[] = [
  {
    name: "does not name what",
    pattern: new RegExp(
      `\\b(?:${OF}|going with|sticking with|chose|picked|decided on|settled on|go with) (?:that|it|this|these|those|them|yours?|the (?:first|second|third|last|latter|former|other|same)|option|both)\\b(?! \\w+ (?:library|service|table|format|database|queue))`,
    ),
    example: "Let's go with that because it is simpler",
  },
  {
    name: "put off",
    pattern: /\bfor (?:the )?(?:now|moment|time being)\b|\b(?:later|tomorrow|temporarily|until then)\b|\bat first\b/,
    example: "Let's use a file for now because it is quick",
  },
  {
    name: "a step of the task",
    pattern:
      /\b(?:and|then),? (?:show|tell|give|run|send|open|print|explain)\b|\bthe (?:\w+ )?(?:test|line|function|button|bug|variable|import|loop|comment|branch)s?\b(?=.*\b(?:because|since)\b)/,
    example: "Let's drop the second test because it takes long",
  },
  {
    name: "one place in the code",
    pattern: /\b(?:a|an|the) (?:[\w-]+ ){1,3}here\b/,
    example: "Let's use a map here because we look up by id",
  },
  {
    name: "a guess at a cause",
    pattern: /\b(?:i guess|presumably|it seems|apparently)\b/,
    example: "We dropped it because, I guess, nobody cared",
  },
];
