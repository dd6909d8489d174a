/** Decides the type and scope of a statement from its words, and gives the reason. */
import { anyOf } from "../core/base/lazy-pattern.ts";
import type { RecordType, Scope } from "../core/record/record.ts";

type Classified = { readonly type: RecordType; readonly scope: Scope; readonly why: string };

type Rule = { readonly type: RecordType; readonly pattern: RegExp; readonly why: string };

const PART = anyOf`layers?, boundary, boundaries, (?:micro)?services?, modules?, components?, gateway, monolith
    monorepo, pipeline, queue, event bus`;
const RELATES = anyOf`talks?, calls?, owns?, lives?, depends?, reads?, writes?, separate, split, behind, through, between
    via`;

/** First match wins. */
const RULES: readonly Rule[] = [
  {
    type: "workflow",
    pattern:
      /(?:^|\n)\s*(?:1[.)]|step 1\b)[\s\S]*\n\s*(?:2[.)]|step 2\b)|\bfirst\b[\s\S]+\bthen\b|\bthen\b[\s\S]+\bthen\b|(?:\s(?:->|→|&&)\s.*){2}/i,
    why: "It lists steps in order",
  },
  {
    type: "preference",
    pattern: new RegExp(
      anyOf`\b(?:i|we)(?:'d| would)?\s+(?:really\s+)?(?:prefer|like|love|want|hate|dislike)\b
    \bmy (?:preferred|favou?rite|taste)\b, \bprefers?\b, \bi (?:always|never|usually|mostly|tend to)\b
    \b(?:short|brief|concise|detailed)\b.*\b(?:answers?|replies|responses?|explanations?)\b
    \b(?:answers?|replies|responses?|explanations?)\b.*\b(?:short|brief|concise|detailed)\b`,
      "i",
    ),
    why: "It states a preference",
  },
  {
    type: "pitfall",
    pattern: new RegExp(
      anyOf`\b(?:pitfall|gotcha|beware|watch out|careful|footgun)\b
    \b(?:fails?|failed|breaks?|broke|crash(?:es|ed)?|hangs?|corrupts?|times? out|leaks?|deadlocks?)\b[\s\S]*\b(?:when|if|unless|because|with|on|under|without|after|until)\b
    \b(?:when|if|unless|because)\b[\s\S]*\b(?:fails?|breaks?|crash(?:es)?|hangs?|corrupts?)\b
    \bdon['’]?t use\b[\s\S]+\b(?:for|because|as it)\b
    \b(?:is|are|was|were) (?:\w+ )?(?:down|broken|flaky|offline|unavailable)\b, \boutage\b`,
      "i",
    ),
    why: "It warns about a problem",
  },
  {
    type: "decision",
    pattern: /\b(?:chose|chosen|decided|decision|opted|picked|settled on|went with|we(?:'re| are) going with)\b/i,
    why: "It records a choice",
  },
  {
    type: "preference",
    pattern: /^(?:please )?(?:use|uses|using)\b/i,
    why: "It says what to use",
  },
  {
    type: "policy",
    pattern:
      /\b(?:must|mustn['’]?t|required?|requires|mandatory|forbidden|not allowed|never|always|do not|don['’]?t|shall|ha(?:s|ve) to be|needs? to be|only ever|no .+ without)\b/i,
    why: "It states a rule",
  },
  {
    type: "architecture",
    pattern: new RegExp(String.raw`\barchitecture\b|^(?=[\s\S]*\b${PART}\b)(?=[\s\S]*\b${RELATES}\b)`, "i"),
    why: "It describes how the system is built",
  },
];

const PERSONAL = /\b(?:i|i'd|i'm|me|my|mine)\b|\b(?:answers?|responses?|replies|reply|explanations?|tone)\b/i;
const LOCAL =
  /\b(?:this|the|our) (?:repo(?:sitory)?|project|code ?base|package|service|app|monorepo|workspace|team)\b|\b(?:here|in here)\b|\bwe\b/i;

/** The beginning is enough to classify a statement; the patterns are slow on a text of many pages. */
const CLASSIFIED_CHARS = 2000;

type Known = { readonly inProject: boolean; readonly scope?: Scope | undefined };

/** `inProject` says whether there is a current project; `scope` is one that was given. */
export function classify(statement: string, { inProject, scope }: Known): Classified {
  const text = statement.slice(0, CLASSIFIED_CHARS);
  const rule = RULES.find(({ pattern }) => pattern.test(text));
  const type = rule?.type ?? "fact";
  const because = rule?.why ?? "Saved as a fact";
  const about = rule === undefined ? " about" : ", about";
  if (scope !== undefined) return { type, scope, why: `${because}.` };
  if (!inProject) return { type, scope: "global", why: `${because}; there is no project here.` };
  if (PERSONAL.test(text) && !LOCAL.test(text)) return { type, scope: "global", why: `${because}${about} you.` };
  return { type, scope: "project", why: `${because}${about} this project.` };
}
