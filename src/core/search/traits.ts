/** Traits of a text that help to find an answer: it asks, it names a time, it names a number. */
import { anyOf } from "../base/lazy-pattern.ts";

export const TRAIT = { asks: 1, time: 2, number: 4 } as const;

/** The traits of a stored text, as a sum of `TRAIT` values. */
export function traitsOf(text: string): number {
  return (
    (QUESTION.test(text) ? TRAIT.asks : 0) + (TIME.test(text) ? TRAIT.time : 0) + (NUMBER.test(text) ? TRAIT.number : 0)
  );
}

/** The traits that an answer to this query has: "when" asks for a time, "how many" for a number. */
export function wantedTraits(query: string): number {
  return (WHEN.test(query) ? TRAIT.time : 0) + (HOW_MANY.test(query) ? TRAIT.number : 0);
}

const QUESTION = /[?？؟]\s*$/;
const WHEN =
  /\bwhen\b|\b(?:what|which) (?:day|date|month|year|time|week)\b|\bhow long ago\b|\bsince\b|\bwann\b|\bquand\b|\bcuándo\b|什么时候|何时|いつ|언제|когда/i;
const HOW_MANY =
  /\bhow (?:many|much|long|old|often|far|big|large)\b|\bwhat (?:number|version|port|size|percent\w*|age)\b|\bwieviele?\b|\bcombien\b|\bcuánt\w*|多少|几个|いくつ|сколько/i;
const TIME = new RegExp(
  String.raw`\b${anyOf`yesterday, today, tonight, tomorrow, ago
    last (?:night|week|weekend|month|year|spring|summer|autumn|fall|winter)
    next (?:week|weekend|month|year|spring|summer|autumn|fall|winter)
    this (?:morning|afternoon|evening|week|weekend|month|year|past)
    (?:last|next|on|this) (?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?, recently
    just (?:got|finished|started|went|had), few (?:days|weeks|months|years), jan(?:uary)?, feb(?:ruary)?
    april, june?, july?, aug(?:ust)?, sept?(?:ember)?, oct(?:ober)?, nov(?:ember)?, dec(?:ember)?
    (?:19|20)\d\d, \d{1,2}:\d\d, [0-9]{4}-[0-9]{2}`}\b|昨天|今天|明天|上周|下周|去年|昨日|今日|gestern|heute|morgen|hier|ayer`,
  "i",
);
const NUMBER =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twenty|thirty|forty|fifty|hundred|thousand|once|twice|couple|several|half)\b|[一二三四五六七八九十百千]/i;
