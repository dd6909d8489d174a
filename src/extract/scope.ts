/** The scope of a captured statement: personal taste is global, everything else belongs to the project. */

import type { Scope } from "../core/record/record.ts";

const PERSONAL =
  /\b(?:i|i'd|i'm|i've|me|my|mine)\b|\byour (?:answers?|repl(?:y|ies)|responses?|explanations?|summar(?:y|ies)|tone)\b|\b(?:answers?|replies|responses?|explanations?) (?:short|brief|concise|in)\b|^(?:\w+ )?(?:answer|reply|explain|apologise)\b/;
const LOCAL =
  /\b(?:this|the|our) (?:\w+ )?(?:repo(?:sitory)?|project|code ?base|package|service|app|product|monorepo|workspace|team)\b|\b(?:we|our|here)\b/;

export function scopeOf(words: string, { inProject }: { readonly inProject: boolean }): Scope {
  return inProject && !isOwn(words) ? "project" : "global";
}

export function isOwn(words: string): boolean {
  return PERSONAL.test(words) && !LOCAL.test(words);
}
