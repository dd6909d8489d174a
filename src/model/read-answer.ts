/** Turns what a model wrote into a value that was screened and fits its schema, or says what is wrong with it. */
import { isDeepStrictEqual } from "node:util";
import type { ZodType } from "zod";
import { screen } from "../core/screen/clean.ts";

type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

type Reading = {
  /** Turned down rather than changed, where the screen would change it. */
  readonly isVerbatim: boolean;
};

export function readAnswer<T>(text: string, schema: ZodType<T>, { isVerbatim }: Reading): Read<T> {
  const answer = withoutWrapping(text);
  const json = parsed(answer) ?? firstObject(answer);
  if (json === undefined) return { ok: false, reason: "it is not JSON" };
  // Screened as values: in JSON an escape could hide a secret from the rules.
  const clean = screened(json.value);
  if (isVerbatim && !isDeepStrictEqual(clean, json.value)) {
    return { ok: false, reason: "it holds a secret, something private or characters that nobody sees" };
  }
  const checked = schema.safeParse(clean);
  if (checked.success) return { ok: true, value: checked.data };
  const issues = checked.error.issues.slice(0, MOST_ISSUES);
  return { ok: false, reason: issues.map(({ path, message }) => `${path.join(".") || "it"}: ${message}`).join("; ") };
}

const MOST_ISSUES = 5;

/** Models think aloud before they answer, and put code fences around it: neither is part of the answer. */
function withoutWrapping(text: string): string {
  const answer = text.replace(/^[\s\S]*<\/think(?:ing)?>/i, "").trim();
  return /^```\w*\n([\s\S]*?)\n?```$/.exec(answer)?.[1] ?? answer;
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined; // said by the caller, with what to do about it
  }
}

/** Some put words around their answer: then it is the first thing in braces that can be read. */
function firstObject(text: string): { readonly value: unknown } | undefined {
  let start = text.indexOf("{");
  for (let tried = 0; start >= 0 && tried < MOST_STARTS; tried++) {
    const found = parsed(text.slice(start, endOfObject(text, start)));
    if (found !== undefined) return found;
    start = text.indexOf("{", start + 1);
  }
  return undefined;
}

const MOST_STARTS = 20;

/** After the brace that closes the one at the start; braces in strings do not count. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at++) {
    const sign = text[at];
    if (isInString) {
      if (sign === "\\") at++;
      else if (sign === '"') isInString = false;
    } else if (sign === '"') isInString = true;
    else if (sign === "{") depth++;
    else if (sign === "}" && --depth === 0) return at + 1;
  }
  return text.length;
}

function screened(value: unknown): unknown {
  if (typeof value === "string") return screen(value).text;
  if (Array.isArray(value)) return value.map(screened);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [screen(key).text, screened(inner)]));
}
