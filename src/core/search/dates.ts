/** Dates in a query, and the words under which the date of a text is indexed. */
import { isoTime } from "../base/clock.ts";

export type NamedDate = {
  /** The index words that match: a day and those around it, a month, or a year. */
  readonly words: readonly string[];
  /** The words of the query that name the date, in lower case. */
  readonly written: readonly string[];
};

/** The index words of a time: its year, month and day (UTC). */
export function dateWords(atMs: number | undefined): string[] {
  if (atMs === undefined) return [];
  const [year, month, day] = isoTime(atMs).slice(0, 10).split("-");
  return [`d${year}`, `d${year}m${month}`, `d${year}m${month}d${day}`];
}

/** "7 May 2023", "May 7, 2023", "2023-05-07", "May 2023" and "in 2023"; a month without a year matches every year in it. */
export function datesIn(query: string): NamedDate[] {
  const found: NamedDate[] = [];
  let rest = query.toLowerCase();
  for (const { pattern, read } of SHAPES) {
    rest = rest.replace(pattern, (written: string, ...groups) => {
      const date = read(groups.map(String));
      if (date === undefined) return written;
      found.push({ words: date, written: written.match(/[a-z0-9]+/g) ?? [] });
      return " ";
    });
  }
  return found.slice(0, MOST_DATES);
}

const MOST_DATES = 2;
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const DAY = "(\\d{1,2})(?:st|nd|rd|th)?";
const YEAR = "((?:19|20)\\d\\d)";
/** People write about a day on that day or soon after. */
const DAYS_AROUND = [0, 1, 2];
const DAY_MS = 86_400_000;

const SHAPES: readonly { pattern: RegExp; read: (groups: readonly string[]) => string[] | undefined }[] = [
  { pattern: /\b((?:19|20)\d\d)-(\d\d)-(\d\d)\b/g, read: ([y, m, d]) => day(y, Number(m), Number(d)) },
  { pattern: pattern(`${DAY}(?: of)? ${MONTH},? ${YEAR}`), read: ([d, m, y]) => day(y, monthOf(m), Number(d)) },
  { pattern: pattern(`${MONTH} ${DAY},? ${YEAR}`), read: ([m, d, y]) => day(y, monthOf(m), Number(d)) },
  { pattern: pattern(`${MONTH},?(?: of)? ${YEAR}`), read: ([m, y]) => [`d${y}m${twoDigits(monthOf(m))}`] },
  { pattern: /\b((?:19|20)\d\d)-(\d\d)\b/g, read: ([y, m]) => [`d${y}m${m}`] },
  { pattern: pattern(`(?:in|of|during|since|year) ${YEAR}`), read: ([y]) => [`d${y}`] },
];

function pattern(source: string): RegExp {
  return new RegExp(`\\b${source}\\b`, "g");
}

function monthOf(name = ""): number {
  return MONTHS.indexOf(name.slice(0, 3)) + 1;
}

function day(year = "", month: number, dayOfMonth: number): string[] | undefined {
  const atMs = Date.UTC(Number(year), month - 1, dayOfMonth);
  if (new Date(atMs).getUTCMonth() !== month - 1) return undefined;
  return DAYS_AROUND.map((days) => dateWords(atMs + days * DAY_MS)[2]!);
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
