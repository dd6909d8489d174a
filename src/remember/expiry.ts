/** When a statement about the present ends: at the time that it names, or after the default number of days. */
import { DAY_MS } from "../core/base/clock.ts";
import { isRule, type RecordType } from "../core/record/record.ts";

/** How long a problem lasts that exists now. */
const SHORT_DAYS = 30;

type Said = { readonly type: RecordType; readonly saidMs: number };

/** Undefined if nothing says that it ends. Days end at midnight, UTC. */
export function expiryOf(text: string, { type, saidMs }: Said): number | undefined {
  const words = text.toLowerCase().replace(/[’‘]/g, "'");
  const today = Math.floor(saidMs / DAY_MS);
  for (const { pattern, lastDay, onlyOfRules } of ENDS) {
    if (onlyOfRules === true && !isRule(type)) continue;
    const found = pattern.exec(words);
    const day = found === null ? undefined : lastDay(found, today);
    if (day !== undefined) return (day + 1) * DAY_MS;
  }
  const isShort = PASSING.test(words) || (type === "pitfall" && NOW.test(words));
  return isShort ? saidMs + SHORT_DAYS * DAY_MS : undefined;
}

/** Days are counted from 1970-01-01; undefined if the words name no day after all. */
type End = {
  readonly pattern: RegExp;
  readonly lastDay: (found: RegExpExecArray, today: number) => number | undefined;
  /** Of other types, the words do not mean an end. */
  readonly onlyOfRules?: true;
  readonly example: string;
};

const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const UNTIL = "\\b(?:until|till|through|up to)(?: the)?(?: next| this| coming)?";
const MONTH = `(${MONTHS.join("|")})[a-z]*\\.?`;
const NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** The first that matches. */
export const ENDS: readonly End[] = [
  {
    pattern: new RegExp(`${UNTIL} (\\d{4})-(\\d{2})-(\\d{2})\\b`),
    lastDay: ([, year, month, day]) => dayOf(Number(year), Number(month) - 1, Number(day)),
    example: "Do not merge until 2026-03-20",
  },
  {
    pattern: new RegExp(`${UNTIL} (\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}\\b`),
    lastDay: ([, day, month], today) => nextDate(Number(day), month!, today),
    example: "The freeze lasts until 20 March",
  },
  {
    pattern: new RegExp(`${UNTIL} ${MONTH} (\\d{1,2})(?:st|nd|rd|th)?\\b`),
    lastDay: ([, month, day], today) => nextDate(Number(day), month!, today),
    example: "The freeze lasts until March 20th",
  },
  {
    pattern: new RegExp(`${UNTIL} (${WEEKDAYS.join("|")})\\b`),
    lastDay: ([, name], today) => today + ((WEEKDAYS.indexOf(name!) - weekday(today) + 6) % 7) + 1,
    example: "Staging is down until Thursday",
  },
  {
    pattern: /\b(?:until|till|through) tomorrow\b/,
    lastDay: (_, today) => today + 1,
    example: "CI is broken until tomorrow",
  },
  {
    pattern: /\b(?:until|till|through) next week\b/,
    lastDay: (_, today) => endOfWeek(today) + 1,
    example: "Anna is away until next week",
  },
  {
    pattern: /\b(?:this|(?:the )?end of (?:the|this)) week\b/,
    lastDay: (_, today) => endOfWeek(today),
    example: "For this week, do not merge",
  },
  {
    pattern: /\b(?:this|(?:the )?end of (?:the|this)) month\b/,
    lastDay: (_, today) => endOfMonth(today),
    example: "Deploys are frozen this month",
  },
  {
    pattern: /\bfor (?:the next |another )?(\d{1,3}|an?|[a-z]{3,5}) (hour|day|week|month)s?\b/,
    lastDay: ([, number, unit], today) => {
      const count = /^an?$/.test(number!) ? 1 : /^\d/.test(number!) ? Number(number) : NUMBERS.indexOf(number!);
      return count < 1 ? undefined : today + count * { hour: 1 / 24, day: 1, week: 7, month: 30 }[unit as "day"];
    },
    example: "The VPN is off for the next two weeks",
  },
  {
    pattern: /(?<!\b(?:from|as of|since|until|till) )\b(?:today|tonight)\b(?!'s)/,
    lastDay: (_, today) => today,
    // A problem of today may last.
    onlyOfRules: true,
    example: "Do not deploy today",
  },
];

/** Without an end, of any type. */
const PASSING =
  /\b(?:for now|for the (?:moment|time being)|temporar(?:y|ily)|until further notice|this sprint|(?:i'm|i am|we're|we are) (?:pausing|stopping|leaving|parking|done with) (?:this|the) \w+)\b/;
/** Only a problem that exists now is expected to end. */
const NOW = /\b(?:today|tonight|right now|currently|at the moment|outage|until (?:it|the|they|we)\b)/;

function weekday(day: number): number {
  return (day + 4) % 7;
}

/** Weeks end on Sunday. */
function endOfWeek(day: number): number {
  return day + ((7 - weekday(day)) % 7);
}

function endOfMonth(day: number): number {
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0) / DAY_MS;
}

function dayOf(year: number, month: number, day: number): number | undefined {
  const date = new Date(Date.UTC(year, month, day));
  return date.getUTCMonth() === month && date.getUTCDate() === day ? date.getTime() / DAY_MS : undefined;
}

/** This year, or the next if that is past. */
function nextDate(day: number, month: string, today: number): number | undefined {
  const year = new Date(today * DAY_MS).getUTCFullYear();
  const found = dayOf(year, MONTHS.indexOf(month), day);
  return found === undefined || found >= today ? found : dayOf(year + 1, MONTHS.indexOf(month), day);
}
