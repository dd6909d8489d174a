/** Finds what to remember in a sentence that is not English, by the tables in `languages.ts`. */
import type { RecordType } from "../../core/record/record.ts";
import { bare, type Reading, upTo } from "../reading.ts";
import type { Sentence } from "../sentences.ts";
import { ENGLISH_TELLING, LANGUAGES, type LanguageData } from "./languages.ts";
import { afterAll } from "./openings.ts";
import type { RuleName } from "./rule.ts";

type Part = Exclude<keyof LanguageData, "name" | "telling" | "deeds">;
type Language = Readonly<Record<Part, RegExp>> & { readonly name: string };

type Stated = {
  readonly rule: RuleName;
  readonly type: RecordType;
  readonly isOwn: boolean;
  readonly stated: Reading;
};

const NOTHING = "(?!)";
const PARTS: readonly Part[] = [
  ...(["opening", "question", "passing", "tail", "told", "toldWhole"] as const),
  ...(["fromNowOn", "duty", "contrast", "habit", "rules", "own", "shared"] as const),
];
const AT_START: readonly Part[] = ["opening", "told"];

const TABLES: readonly Language[] = LANGUAGES.map((data) => {
  const compiled = PARTS.map((part) => [part, new RegExp(sourceOf(data, part))]);
  return { name: data.name, ...(Object.fromEntries(compiled) as Record<Part, RegExp>) };
});

function sourceOf(data: LanguageData, part: Part): string {
  const source = [data[part]].flat().join("|").replaceAll("«do»", `(?:${data.deeds})`);
  if (source === "") return NOTHING;
  return AT_START.includes(part) ? `^(?:${source}) ?` : source;
}

const NONE: readonly Language[] = [];
const [JAPANESE, CHINESE] = ["Japanese", "Chinese"].map((name) => TABLES.filter((table) => table.name === name));
const KANA = /[ぁ-ゖァ-ヺ]/;
const SIGNS = /[ぁ-ゖァ-ヺ一-鿿]/g;
/** Fewer signs of a script may be a name in an English sentence. */
const LEAST_SIGNS = 4;

/** A single word may be a name too, except these. */
const LEAST_WORDS = 2;
const MARKER =
  /\b(?:immer|nie|niemals|stets|siempre|nunca|jamas|toujours|jamais|sempre|desormais|zukunftig|kunftig|muss|mussen|darf|bevorzuge|vermeide|prefiero|prefiro|evita|evite)\b/;
const ACCENT = /[\u00c0-\u024f]/;

const ENGLISH = -1;
/** Languages by the words that identify them, as indexes into the table. */
const TOLD_BY: ReadonlyMap<string, readonly number[]> = toldBy();

/** The languages that a sentence may be in: none for English, several if they cannot be distinguished. */
export function languagesOf(text: string): readonly Language[] {
  const words = bare(text);
  const told = new Map<number, number>();
  for (const word of words.match(/[a-z][a-z']*/g) ?? [])
    for (const at of TOLD_BY.get(word) ?? elided(word)) told.set(at, (told.get(at) ?? 0) + 1);
  const english = told.get(ENGLISH) ?? 0;
  const signs = words.match(SIGNS)?.length ?? 0;
  if (signs >= LEAST_SIGNS && signs > 2 * english) return (KANA.test(words) ? JAPANESE : CHINESE) ?? NONE;
  const most = Math.max(0, ...told.values());
  if (most <= english || (most < LEAST_WORDS && !MARKER.test(words) && !ACCENT.test(text))) return NONE;
  return TABLES.filter((_, at) => told.get(at) === most);
}

function toldBy(): Map<string, number[]> {
  const by = new Map<string, number[]>();
  const lists = [...LANGUAGES.map(({ telling }, at) => [at, telling] as const), [ENGLISH, ENGLISH_TELLING] as const];
  for (const [at, telling] of lists)
    for (const word of telling.split(" ")) if (word !== "") by.set(word, [...(by.get(word) ?? []), at]);
  return by;
}

const FRENCH = LANGUAGES.findIndex(({ name }) => name === "French");

/** "l'image", "n'oublie": only French drops a vowel like this. */
function elided(word: string): readonly number[] {
  return /^[dlnscjm]'[a-z]/.test(word) ? [FRENCH] : [];
}

const QUESTION = /[?？]["')\]]*$/;
/** "…, vale?" asks for nothing. */
const TAG =
  /, ?¿?(?:ok|okay|ja|vale|de acuerdo|verstanden|d'accord|compris|ta|ta bom|certo|beleza|combinado|entendido|gracias|danke|merci|obrigad[oa])[?!.]*$/;

export function statedIn(languages: readonly Language[], { text, under }: Sentence): Stated | undefined {
  if (under !== undefined && !announces(under)) return undefined;
  const said: Reading = { text, words: bare(text), slips: [] };
  const whole = upTo(said, TAG.exec(said.words)?.index ?? said.words.length);
  if (QUESTION.test(whole.words)) return undefined;
  const found = languages.map((language) => statedBy(language, whole));
  return found.includes(TRAP) ? undefined : found.find((one) => one !== undefined && one !== TRAP);
}

/** A list under any other line is part of a task. */
function announces(heading: string): boolean {
  const words = bare(heading);
  const isOf = (language: Language): boolean =>
    language.told.test(words) || language.fromNowOn.test(words) || language.rules.test(words);
  return TABLES.some((language) => isOf(language) && !language.passing.test(words));
}

const TRAP = "trap";

function statedBy(language: Language, whole: Reading): Stated | typeof TRAP | undefined {
  const open = afterAll(whole, language.opening);
  if (language.question.test(open.words)) return TRAP;
  const plain = upTo(open, language.tail.exec(open.words)?.index ?? open.words.length);
  const rest = afterAll(plain, language.told);
  if (language.passing.test(rest.words)) return TRAP;
  const lasts = language.fromNowOn.test(rest.words);
  const isAsked = lasts || rest.words.length < plain.words.length || language.toldWhole.test(rest.words);
  const type = typeOf(language, rest);
  if (type === undefined && !isAsked) return undefined;
  const isOwn = language.own.test(rest.words) && !language.shared.test(rest.words);
  if (type !== undefined && !isAsked) return { rule: RULE_OF[type], type, isOwn, stated: rest };
  return { rule: "remember", type: type ?? (lasts ? "preference" : "fact"), isOwn, stated: rest };
}

type Kind = "policy" | "fact" | "preference";
const RULE_OF: Readonly<Record<Kind, RuleName>> = {
  policy: "constraint",
  fact: "correction",
  preference: "preference",
};

function typeOf({ duty, contrast, habit }: Language, { words }: Reading): Kind | undefined {
  if (duty.test(words)) return "policy";
  if (contrast.test(words)) return "fact";
  return habit.test(words) ? "preference" : undefined;
}
