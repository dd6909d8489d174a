/** Parses a model's answer into a screened value that matches its schema, or reports what is wrong with it. */
import { isDeepStrictEqual } from "node:util";
import type { ZodType } from "zod";
import { screen } from "../core/screen/clean.ts";

type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

export type Reading = {
  /** Reject the answer if the screen would change it. */
  readonly isVerbatim: boolean;
};

export function readAnswer<T>(text: string, schema: ZodType<T>, { isVerbatim }: Reading): Read<T> {
  const answer = withoutWrapping(text);
  const json = parsed(answer) ?? firstObject(answer);
  if (json === undefined) return { ok: false, reason: "it is not JSON" };
  // Screened after parsing: a JSON escape could hide a secret from the rules.
  const clean = screened(json.value);
  if (isVerbatim && !isDeepStrictEqual(clean, json.value)) {
    return { ok: false, reason: "it contains a secret, private text or invisible characters" };
  }
  const checked = schema.safeParse(clean);
  if (checked.success) return { ok: true, value: checked.data };
  const issues = checked.error.issues.slice(0, MOST_ISSUES);
  return { ok: false, reason: issues.map(({ path, message }) => `${path.join(".") || "it"}: ${message}`).join("; ") };
}

const MOST_ISSUES = 5;

/** Removes a model's thinking before the answer, and a code fence around it. */
function withoutWrapping(text: string): string {
  const answer = text.replace(/^[\s\S]*<\/think(?:ing)?>/i, "").trim();
  return /^```\w*\n([\s\S]*?)\n?```$/.exec(answer)?.[1] ?? answer;
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined; // the caller reports it
  }
}

/** Some models add text around the answer: take the first object that parses. */
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

/** The position after the matching closing brace; braces in strings do not count. */
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
