/** Finds secrets in a text in one pass, and redacts them. */
import { codedAt, codesOf, decodedView, endOfWord, goesOnAt, startsCode, type View } from "./decode.ts";
import { GENERATED_RULES } from "./rules/generated.ts";
import { KUBERNETES_RULES } from "./rules/kubernetes.ts";
import { LABEL_RULES } from "./rules/labelled.ts";
import { PREFIXED_RULES } from "./rules/prefixed.ts";
import { PROSE_RULES } from "./rules/prose-secrets.ts";
import type { FoundValue, PatternRule, SecretRule, TextSpan } from "./rules/rule.ts";
import { SHAPED_RULES } from "./rules/shaped.ts";

type Finding = TextSpan & { readonly rule: string };

/** Positions of secrets, in order, without overlaps; also in decoded lines (escapes, line joins) and in short runs of base64. */
export function findSecrets(text: string): Finding[] {
  const { hits, runs, coded } = scan(text);
  const decoded = coded.flatMap(({ start, end }) => {
    const view = decodedView(text.slice(start, end));
    return scan(view.text).hits.map((hit) => backInto(view, hit, start));
  });
  const hidden = runs.flatMap((run) => {
    const [first] = scan(fromBase64(text.slice(run.start, run.end))).hits;
    return first === undefined ? [] : [{ ...first, ...run }];
  });
  return merge([...hits, ...decoded, ...hidden]);
}

export function redactSecrets(text: string): { readonly text: string; readonly found: string[] } {
  const findings = findSecrets(text);
  let out = "";
  let from = 0;
  for (const { rule, start, end } of findings) {
    out += `${text.slice(from, start)}[secret:${rule}]`;
    from = end;
  }
  return { text: out + text.slice(from), found: [...new Set(findings.map(({ rule }) => rule))] };
}

/** A finding with the rank of its rule; if findings overlap, the lower rank names them. */
type Hit = Finding & { readonly rank: number };
type Ranked = { readonly rule: SecretRule; readonly rank: number; pattern?: RegExp };
type Keyword = { readonly text: string; readonly isExact: boolean; readonly rules: Ranked[] };

/** One pass over a text: its position, how far each rule has read, and the findings. */
type Walk = {
  readonly text: string;
  readonly codes: Uint16Array;
  at: number;
  readonly passed: Map<number, number>;
  readonly hits: Hit[];
  /** Runs of base64 that may contain text. */
  readonly runs: TextSpan[];
  /** Lines to decode. */
  readonly coded: TextSpan[];
  codedUntil: number;
  wordUntil: number;
};

function scan(text: string): Walk {
  index ??= buildIndex();
  const { buckets, keywords } = index;
  const codes = codesOf(text);
  const found = { passed: new Map(), hits: [], runs: [], coded: [] };
  const walk: Walk = { text, codes, at: 0, ...found, codedUntil: 0, wordUntil: 0 };
  let window = 0;
  let runStart = 0;
  let valueStart = 0;
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    const kinds = CHAR_KINDS[code] ?? 0;
    if ((kinds & IN_VALUE) === 0) {
      if (at - valueStart >= LEAST_RUN) tryRules(index.atValues, walk, valueStart);
      valueStart = at + 1;
    }
    if ((kinds & IN_BASE64) === 0) {
      if (at - runStart >= LEAST_RUN) addRun(walk, { start: runStart, end: at });
      runStart = at + 1;
      if (startsCode(code) && at >= walk.codedUntil && codedAt(text, at) !== undefined) addLines(walk, at);
    }
    window = ((window << 5) | (code & 31)) & WINDOW_MASK;
    const bucket = buckets[window] ?? 0;
    if (bucket === 0 || at < 2) continue;
    walk.at = at - 2;
    tryKeywords(keywords[bucket] ?? [], walk);
  }
  if (codes.length - valueStart >= LEAST_RUN) tryRules(index.atValues, walk, valueStart);
  if (codes.length - runStart >= LEAST_RUN) addRun(walk, { start: runStart, end: codes.length });
  return walk;
}

const LEAST_RUN = 16;
const LONGEST_RUN = 4096;
const IN_BASE64 = 1;
const IN_VALUE = 2;
const CHAR_KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  return (/[A-Za-z0-9+/=]/.test(char) ? IN_BASE64 : 0) | (/[\w+/.-]/.test(char) ? IN_VALUE : 0);
});
const PRINTABLE = /^[\t\n\r\x20-\x7e]+$/;

function tryRules(rules: readonly Ranked[], walk: Walk, at: number): void {
  walk.at = at;
  for (const ranked of rules) tryRule(ranked, walk);
}

/** Keeps a run if it may be base64 of text. */
function addRun({ text, runs }: Walk, run: TextSpan): void {
  // Images and other binary data are excluded by their first bytes, names by the next character.
  if (run.end - run.start > LONGEST_RUN || /[_-]/.test(text.charAt(run.end))) return;
  if (!PRINTABLE.test(fromBase64(text.slice(run.start, run.start + 12)))) return;
  if (PRINTABLE.test(fromBase64(text.slice(run.start, run.end)))) runs.push(run);
}

/** Adds the line of a coded position and the next one, in which it may continue. */
function addLines(walk: Walk, at: number): void {
  const { text, coded } = walk;
  const start = text.lastIndexOf("\n", at) + 1;
  walk.codedUntil = endOfLine(text, at);
  const end = endOfLine(text, walk.codedUntil + 1);
  const last = coded.at(-1);
  if (last !== undefined && start <= last.end) coded[coded.length - 1] = { start: last.start, end };
  else coded.push({ start, end });
}

/** Adds the lines of a token that is split. */
function addSplit(walk: Walk): void {
  const { text, at } = walk;
  if (at < walk.wordUntil || at < walk.codedUntil) return;
  walk.wordUntil = endOfWord(text, at);
  if (goesOnAt(text, walk.wordUntil)) addLines(walk, at);
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

function fromBase64(run: string): string {
  return Buffer.from(run, "base64").toString("latin1");
}

function tryKeywords(keywords: readonly Keyword[], walk: Walk): void {
  for (const keyword of keywords) {
    if (!isAt(keyword, walk.codes, walk.at)) continue;
    for (const ranked of keyword.rules) tryRule(ranked, walk);
  }
}

function tryRule(ranked: Ranked, walk: Walk): void {
  const { rule, rank } = ranked;
  const { text, at, passed, hits } = walk;
  if (at < (passed.get(rank) ?? 0)) return;
  if ("pattern" in rule) {
    tryPattern(rule, ranked, walk);
    return;
  }
  for (const { start, end } of rule.parse(text, at)) {
    hits.push({ rule: rule.name, rank, start, end });
    passed.set(rank, end);
  }
}

function tryPattern(rule: PatternRule, ranked: Ranked, walk: Walk): void {
  const { rank } = ranked;
  const { text, at, passed, hits } = walk;
  ranked.pattern ??= rule.pattern();
  const { pattern } = ranked;
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (match === null) {
    if (!rule.anyCase) addSplit(walk);
    return;
  }
  const span = secretSpan(match);
  const candidate = candidateOf(text, at, span);
  const isSecret = !rule.allow(candidate);
  if (isSecret) hits.push({ rule: rule.name, rank, ...span });
  // A label that was allowed may contain another one; a token or a long word contains nothing more.
  const isOver = isSecret || !rule.anyCase || (candidate.value.length > LONG_WORD && !/\s/.test(candidate.value));
  if (isOver) passed.set(rank, match.index + match[0].length);
}

const LONG_WORD = 64;

function secretSpan(match: RegExpExecArray): TextSpan {
  const [all, ...groups] = match.indices ?? [];
  const taken = groups.filter((group) => group !== undefined);
  const start = taken[0]?.[0] ?? all?.[0] ?? match.index;
  const end = taken.at(-1)?.[1] ?? all?.[1] ?? match.index + match[0].length;
  return { start, end };
}

const NEARBY = 64;

function candidateOf(text: string, at: number, { start, end }: TextSpan): FoundValue {
  return {
    value: text.slice(start, end),
    head: text.slice(at, Math.max(at, start)),
    before: text.slice(Math.max(0, at - NEARBY), at),
    after: text.slice(end, end + NEARBY),
  };
}

// Three characters, five bits each: the low bits ignore case and are enough to skip nearly all text.
const WINDOW_MASK = 0x7fff;
type Index = { readonly buckets: Uint16Array; readonly keywords: Keyword[][]; readonly atValues: Ranked[] };
let index: Index | undefined;

function buildIndex(): Index {
  const buckets = new Uint16Array(WINDOW_MASK + 1);
  const keywords: Keyword[][] = [[]];
  const atValues: Ranked[] = [];
  for (const [rank, rule] of SECRET_RULES.entries()) {
    const ranked: Ranked = { rule, rank };
    const isExact = !rule.anyCase;
    if (rule.keywords.length === 0) atValues.push(ranked);
    for (const raw of rule.keywords) {
      const text = isExact ? raw : raw.toLowerCase();
      const window = (lowBits(text, 0) << 10) | (lowBits(text, 1) << 5) | lowBits(text, 2);
      const bucket = buckets[window] || keywords.push([]) - 1;
      buckets[window] = bucket;
      const known = keywords[bucket]?.find((keyword) => keyword.text === text && keyword.isExact === isExact);
      if (known === undefined) keywords[bucket]?.push({ text, isExact, rules: [ranked] });
      else known.rules.push(ranked);
    }
  }
  return { buckets, keywords, atValues };
}

const lowBits = (text: string, at: number): number => text.charCodeAt(at) & 31;

function isAt({ text, isExact }: Keyword, codes: Uint16Array, at: number): boolean {
  for (let offset = 0; offset < text.length; offset += 1) {
    const code = codes[at + offset] ?? 0;
    const folded = !isExact && code >= 65 && code <= 90 ? code | 32 : code;
    if (folded !== text.charCodeAt(offset)) return false;
  }
  return true;
}

function backInto(view: View, { start, end, ...rest }: Hit, offset: number): Hit {
  return { ...rest, start: offset + view.startAt(start), end: offset + view.endAt(end) };
}

function merge(hits: readonly Hit[]): Finding[] {
  const merged: Hit[] = [];
  for (const hit of [...hits].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last === undefined || hit.start >= last.end) merged.push(hit);
    else {
      const named = hit.rank < last.rank ? hit : last;
      merged[merged.length - 1] = { ...named, start: last.start, end: Math.max(last.end, hit.end) };
    }
  }
  return merged.map(({ rule, start, end }) => ({ rule, start, end }));
}

/** All rules: by prefix, by format, by label, in prose, by characters alone. If several match, the first one names the finding. */
export const SECRET_RULES: readonly SecretRule[] = [
  ...PREFIXED_RULES,
  ...SHAPED_RULES,
  ...KUBERNETES_RULES,
  ...LABEL_RULES,
  ...PROSE_RULES,
  ...GENERATED_RULES,
];
