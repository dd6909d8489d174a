/** Reads a transcript as parsed lines with their places; what cannot be read is a line with a reason. */
import type { Span } from "../../../core/session/session.ts";
import { type Fields, isFields } from "../json-fields.ts";
import { packedLines } from "./compressed.ts";
import { messagesIn } from "./json-document.ts";
import { isTooDeep, linesIn, type Piece } from "./line-cutter.ts";

/** One line, or one row of a database. */
export type Unit = { readonly span: Span; readonly id?: string } & (
  | { readonly line: Fields }
  | { readonly skipped: string }
);

export function* unitsIn(file: string, from: number): Generator<Unit> {
  const pieces = file.endsWith(".json") ? messagesIn : linesIn;
  for (const piece of pieces(file, from)) yield* unitOf(piece);
}

/** The same of a file that was compressed. */
export async function* packedUnitsIn(file: string, from: number): AsyncGenerator<Unit> {
  for await (const piece of packedLines(file, from)) yield* unitOf(piece);
}

function unitOf({ span, bytes, isEnded }: Piece): Unit[] {
  const parsed = parse(bytes);
  // The end of a line that is being written comes with the next import.
  const isOpen = !isEnded && "skipped" in parsed;
  return isOpen || parsed === BLANK ? [] : [{ span, ...parsed }];
}

const BLANK = { skipped: "blank" };

function parse(bytes: Buffer | undefined): { line: Fields } | { skipped: string } {
  if (bytes === undefined) return { skipped: "line longer than 4 MB" };
  if (bytes.length < 2 && bytes.toString().trim() === "") return BLANK;
  if (isTooDeep(bytes)) return { skipped: "nested too deep" };
  try {
    // Bytes that are not UTF-8 read as the sign that stands for any.
    const line: unknown = JSON.parse(bytes.toString("utf8"));
    return isFields(line) ? { line } : { skipped: "not an object" };
  } catch {
    // What is not JSON is passed over and counted; the next line may well be.
    return { skipped: "not JSON" };
  }
}
