/** The scope of a captured statement: the project, unless the words are about the person everywhere. */
import type { Scope } from "../core/record/record.ts";

const EVERYWHERE =
  /\b(?:everywhere|in (?:all|any|every|each)(?: of)? (?:my |our )?(?:projects?|repos?|repositor(?:y|ies))|across (?:all )?(?:projects|repos)|global(?:ly)?|not just (?:for|in) \S+)\b/;
/** How to talk to the person, and who the person is. */
const ABOUT_PERSON =
  /\b(?:your |short |brief |long )?(?:answers?|repl(?:y|ies)|responses?|explanations?)\b|\b(?:answer|reply|explain|speak|talk) (?:to me |me )?(?:in|briefly|shortly)\b|\bcall me\b|\bi (?:work|live) in\b|\b(?:i'm|i am) an? \w+(?: \w+)?$/;
const LOCAL =
  /\b(?:this|the|our) (?:\w+ )?(?:repo(?:sitory)?|project|code ?base|package|service|app|product|monorepo|workspace|team|api|endpoints?)\b|\b(?:we|our)\b/;

export function scopeOf(words: string, { inProject }: { readonly inProject: boolean }): Scope {
  if (!inProject || EVERYWHERE.test(words)) return "global";
  return ABOUT_PERSON.test(words) && !LOCAL.test(words) ? "global" : "project";
}
