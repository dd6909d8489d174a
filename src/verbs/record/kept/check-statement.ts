/** Screens a statement and checks that it can be a record. */

import { parseTime } from "../../../core/base/clock.ts";
import { OldhandError } from "../../../core/base/error.ts";
import { problemOfGlobs } from "../../../core/base/glob.ts";
import { TEXT_LIMIT_BYTES } from "../../../core/record/file.ts";
import { type Clean, screen } from "../../../core/screen/clean.ts";
import type { Speaker, Statement } from "../../../remember/candidate.ts";
import { secretReason } from "../../../remember/decide.ts";
import { actorOf, type CallContext } from "../../call/call-context.ts";

export type Checked<S> =
  | { readonly outcome: "ok"; readonly statement: S }
  | { readonly outcome: "refused"; readonly reason: string };

/** What screening leaves of a text that is entirely private. */
const PRIVATE_MARK = screen("<private/>").text;

/** The statement with every field screened, or why it is refused. */
export function checkStatement<S extends Statement>(statement: S, { config }: Pick<CallContext, "config">): Checked<S> {
  const bytes = Buffer.byteLength(statement.text);
  if (bytes > TEXT_LIMIT_BYTES)
    throw new OldhandError(
      "invalid",
      `A record holds at most 64 KB; this text has ${Math.ceil(bytes / 1024)} KB. Shorten it, or keep it in a file and remember the path.`,
    );
  const found = new Set<string>();
  const masked: Clean[] = [];
  const clean = (text: string): string => {
    const screened = screen(text, { privatePatterns: config["capture.private"] });
    if (screened.outcome === "secret") {
      for (const kind of screened.found) found.add(kind);
      masked.push(screened.text);
    }
    return screened.text.trim();
  };
  const cleanField = (value: unknown): unknown => {
    if (typeof value === "string") return clean(value);
    if (!Array.isArray(value)) return value;
    if (value.some((one) => typeof one !== "string")) {
      // A guard with a part cut out would be another guard: it is only checked.
      clean(JSON.stringify(value));
      return value;
    }
    return value.map(clean).filter((one) => one !== "");
  };
  const cleaned = Object.fromEntries(Object.entries(statement).map(([name, value]) => [name, cleanField(value)])) as S;
  const [first] = masked;
  if (first !== undefined) return { outcome: "refused", reason: secretReason([...found].join(", "), placeOf(first)) };
  const problem = problemOfGlobs(cleaned.paths ?? []);
  if (problem !== undefined) return { outcome: "refused", reason: `${problem}.` };
  if (cleaned.text.replaceAll(PRIVATE_MARK, "").trim() === "")
    throw new OldhandError("invalid", "The text is empty. Give one statement to remember.");
  if (statement.expires !== undefined && statement.expires !== "" && parseTime(statement.expires) === undefined)
    throw new OldhandError(
      "usage",
      `--expires expects a date like 2027-01-31, got ${JSON.stringify(statement.expires)}.`,
    );
  return { outcome: "ok", statement: cleaned };
}

/** The words around the first secret of a screened text. */
function placeOf(screened: Clean): string {
  const line = screened.split("\n").find((one) => one.includes(MASK)) ?? "";
  const at = line.indexOf(MASK);
  const end = line.indexOf("]", at) + 1;
  const [before, after] = [line.slice(0, at), line.slice(end)];
  const start = before.length > NEARBY ? `…${before.slice(-NEARBY)}` : before;
  return `${start}${line.slice(at, end)}${after.length > NEARBY ? `${after.slice(0, NEARBY)}…` : after}`;
}

const MASK = "[secret:";
const NEARBY = 40;

/** The author of statements in this call: the person or an agent. */
export function speakerOf({ env }: Pick<CallContext, "env">): Speaker {
  const face = env.face ?? "cli";
  const trust = actorOf(env);
  return { origin: "told", trust, source: trust === "agent" ? `${face}:agent` : face };
}
