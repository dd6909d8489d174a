/** Remember rule: the person explicitly asks to remember something; the rest of the sentence decides its type. */
import type { Reading } from "../reading.ts";
import { afterAll, afterManners } from "./openings.ts";
import type { Row, Rule } from "./rule.ts";
import { THING_AT_HAND } from "./things.ts";
import { PASSING_TRAPS } from "./traps.ts";

export const remember: Rule = {
  name: "remember",
  example: "Remember that the staging password rotates every Monday",
  traps: PASSING_TRAPS,
  statement: (sentence) => {
    const plain = afterManners(sentence);
    const rest = afterRequest(sentence) ?? afterRequest(plain);
    if (rest === undefined || MEMORIES.some(({ pattern }) => pattern.test(plain.words))) return undefined;
    const stated = afterManners(rest);
    return stated.words.split(" ").length < LEAST_WORDS || EMPTY.test(stated.words) || AT_HAND.test(stated.words)
      ? undefined
      : stated;
  },
};

/** True for a line that only asks to remember the list below it. */
export function onlyAsks(sentence: Reading): boolean {
  return afterRequest(afterManners(sentence))?.words.trim() === "";
}

function afterRequest(plain: Reading): Reading | undefined {
  const request = REQUESTS.find(({ pattern }) => pattern.test(plain.words));
  return request === undefined ? undefined : afterAll(plain, request.pattern);
}

/** Refers to something that is not in the sentence. */
const EMPTY =
  /^(?:the|my|a|an|our|your) \S+$|^i(?:'ll| will)\b|^i(?:'m| am) (?:on|in|at|out|away|off|back)\b(?! (?:windows|mac|linux|utc|gmt|cet|est|pst|an? ))|^(?:who|what|we'll see)\b|^i (?:see|get|got)\b|^(?:my|the|your) \w+ (?:from|above|below)\b[^,]*$|\b(?:might|could|maybe|perhaps|i think)\b|^you (?!should|must|can|may|need|have|are|never|always)|^(?:for|until) (?:later|next time|now|the future)\b[^,:]*$|^(?:it|that|this)\b(?!.*\bnot\b)/;

const AT_HAND = new RegExp(`^${THING_AT_HAND} (?:is|are|looks?|shows?) `);

/** Shorter requests name nothing: "remember this", "for next time". */
const LEAST_WORDS = 2;

export const REQUESTS: readonly Row[] = [
  {
    name: "standing instruction",
    pattern:
      /^(?:(?:as )?(?:a |an )?(?:standing|permanent|lasting) (?:instruction|rule|order|request|note|reminder|wish)|(?:as )?a (?:general|fixed) (?:rule|instruction|request|principle)(?= ?:)|(?:new|ground|golden|repo|hard|strict|firm|simple|important) rule|(?:we have|there's|there is|here's|this is) (?:a|an|one|our|my) (?:\w+ )?(?:rule|policy|convention|principle)(?: here)?|let's agree(?: on (?:this|one thing|something))?)(?: (?:for|from|in|of) [^:,]{2,40})?(?: ?[:,]| is to\b| –)/,
    example: "As a standing instruction: never add an index by hand",
  },
  {
    name: "all that is to come",
    pattern:
      /^(?:for|in|with) (?:all|every|any)(?: of)?(?: the| your| our)? (?:future|later|coming|upcoming) [\w-]+(?: [\w-]+){0,2}[,:]|^(?:note|notes|hint|info|heads[- ]up|memo|lesson|reminder) (?:for|to) (?:all )?(?:future|later|the next|next|coming|your future|the future)(?: sessions?| time| runs?| tasks?| chats?| conversations?| work| self)?[,:]/,
    example: "For all future releases, bump the API version too",
  },
  {
    name: "remember to always",
    pattern: /^(?:please )?(?:always )?remember to (?=(?:always|never|not ever)\b)/,
    example: "Remember to always run the formatter",
  },
  {
    name: "remember",
    pattern:
      /^(?:you should |you must |always |i(?:'d like| want| need) you to )?remember(?:,? (?:please|pls))?(?: for (?:next time|later|the future))?(?:(?: that| this| the following)\b,?:?|:|,| (?=(?:i|i'm|i am|we|our|my|the|all|every|always|never|there|in|on|for|you|it's)\b))/,
    example: "remember: we deploy on Tuesdays",
  },
  {
    name: "keep in mind",
    pattern:
      /^(?:you should |always )?(?:keep|bear)(?: this| that)? in mind(?: that|:|,)?|^(?:one thing|something|a thing|things) (?:worth |you should )?(?:to )?(?:keep in mind|remember|note|know)(?: for [^:,]{2,30})?:/,
    example: "Keep in mind that the free tier has 1 GB of RAM",
  },
  {
    name: "do not forget that",
    pattern:
      /^(?:don'?t|do not|never)(?: ever)? forget(?: that\b(?= (?!\w+ (?:in|on|from|at|of)\b)\w+ \w+|.*\b(?:is|are|has|have|had|can|can'?t|cannot|do|does|don'?t|must|uses?|needs?|runs?|will|only)\b)|:|,| (?=(?:we|our|i|all|every)\b))/,
    example: "Don't forget that the CI machines have no GPU",
  },
  {
    name: "from now on",
    pattern:
      /^(?:from (?:now|here|today|this point|this day|this moment) (?:on(?:wards?)?|forwards?)|effective immediately|going forwards?|moving forwards?|henceforth|starting (?:today|now)|as of (?:today|now)|in (?:the )?future(?=,| please| always| never))(?! (?:is|was|are|has|will|does|the [\w-]+(?: [\w-]+)? (?:fails|crashes|breaks|hangs|(?:is|are) (?:red|green|broken|failing|down|stuck)))\b)[,:]?/,
    example: "From now on, use pnpm",
  },
  {
    name: "for later",
    pattern:
      /^(?:(?:fyi )?(?:just )?(?:for|as) (?:future|later|your|the future|future sessions|next time)(?: reference| sessions?)?|(?:fyi )?for the (?:record|future)|note (?:for|to) (?:later|self|the future)(?: that| and you)?|(?:please )?note for the future(?: that)?|next time(?= ?[,:])|(?:just )?so (?:that )?you (?:remember|know)(?: (?:for )?(?:next time|later|the future))?)[,:]|^next time (?=(?:please|run|use|ask|check|don't|make sure|write|look)\b)/,
    example: "For future reference, the design files are in the Atlas folder",
  },
  {
    name: "make a note",
    pattern:
      /^(?:(?:please )?note for (?:later|the future) that|(?:make|take) a (?:mental )?note (?:that|of this:|:)|(?:save|store|keep|write down|note|memori[sz]e|learn)(?:(?: this| that| the following)(?: down)?(?: for (?:later|the future))?| for (?:later|the future)):|memori[sz]e(?: this:?| that)|(?:add|save|put|store|commit) (?:this )?(?:to|in|into) (?:your |the )?memory(?: that|:))/,
    example: "Add to your memory that the demo tenant is called Orchid",
  },
];

/** The person remembers something, and does not ask to remember it. */
export const MEMORIES: readonly Row[] = [
  {
    name: "a recollection",
    pattern:
      /\bremember (?:when|how|what|where|why|who|the time|me\b|the bug|that time)|\b(?:don'?t|can'?t|cannot|do not|never|i) remember\b/,
    example: "Remember when we had that outage",
  },
];
