/** Turns what a model wrote into a value that was screened and fits its schema, or says what is wrong with it. */
import type { ZodType } from "zod";
import { screen } from "../core/screen/clean.ts";

export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

export function readAnswer<T>(text: string, schema: ZodType<T>): Read<T> {
  const json = parsed(withoutWrapping(text));
  if (json === undefined) return { ok: false, reason: "it is not JSON" };
  // Screened as values: in JSON an escape could hide a secret from the rules.
  const checked = schema.safeParse(screened(json.value));
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

function screened(value: unknown): unknown {
  if (typeof value === "string") return screen(value).text;
  if (Array.isArray(value)) return value.map(screened);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [screen(key).text, screened(inner)]));
}
