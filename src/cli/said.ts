/** The words that a person hands over, as an argument or through standard input. */
import { OldhandError } from "../core/base/error.ts";
import type { Call } from "./command.ts";

const MOST_BYTES = 1_048_576;

export function textSaid(word: string, { io, note }: Pick<Call, "io" | "note">): string {
  if (word !== "-") {
    // Node puts this character where bytes of an argument are no text.
    if (word.includes("\ufffd")) throw notText("The text");
    return word;
  }
  if (io.input.isTerminal) note("Type the text, then press Ctrl-D.");
  const bytes = io.input.read(MOST_BYTES);
  if (bytes.length > MOST_BYTES)
    throw new OldhandError(
      "invalid",
      "What came through stdin is larger than 1 MB. A record is one statement: say it shorter, or remember where the text is.",
    );
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw notText("What came through stdin"); // the decoder says only that it could not
  }
}

function notText(what: string): OldhandError {
  return new OldhandError(
    "invalid",
    `${what} holds bytes that are not UTF-8. Convert it first, for example with iconv.`,
  );
}
