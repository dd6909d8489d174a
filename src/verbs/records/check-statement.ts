/** Screens a statement and checks that it can be a record. */
import { actorOf, type CallContext } from "../../context/call-context.ts";
import { parseTime } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import { TEXT_LIMIT_BYTES } from "../../core/record/file.ts";
import { screen } from "../../core/screen/clean.ts";
import type { Speaker, Statement } from "../../remember/candidate.ts";
import { secretReason } from "../../remember/decide.ts";

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
  const clean = (text: string): string => {
    const screened = screen(text, { privatePatterns: config["capture.private"] });
    if (screened.outcome === "secret") for (const kind of screened.found) found.add(kind);
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
  if (found.size > 0) return { outcome: "refused", reason: secretReason([...found].join(", ")) };
  if (cleaned.text.replaceAll(PRIVATE_MARK, "").trim() === "")
    throw new OldhandError("invalid", "The text is empty. Give one statement to remember.");
  if (statement.expires !== undefined && statement.expires !== "" && parseTime(statement.expires) === undefined)
    throw new OldhandError(
      "usage",
      `--expires expects a date like 2027-01-31, got ${JSON.stringify(statement.expires)}.`,
    );
  return { outcome: "ok", statement: cleaned };
}

/** The author of statements in this call: the person or an agent. */
export function speakerOf({ env }: Pick<CallContext, "env">): Speaker {
  const face = env.face ?? "cli";
  const trust = actorOf(env);
  return { origin: "told", trust, source: trust === "agent" ? `${face}:agent` : face };
}
