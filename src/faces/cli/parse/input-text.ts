/** Text that was typed, or that comes from stdin. */
import { OldhandError } from "../../../core/base/error.ts";
import type { Io } from "../io.ts";

const MOST_BYTES = 1_048_576;

type TextSource = { readonly io: Pick<Io, "input">; readonly note: (text: string) => void };

export function inputText(argument: string, { io, note }: TextSource): string {
  if (argument !== "-") {
    // Node puts this character in place of argument bytes that are not UTF-8.
    if (argument.includes("\ufffd")) throw notText("The text");
    return argument;
  }
  if (io.input.isTerminal) note("Type the text, then press Ctrl-D.");
  const bytes = io.input.read(MOST_BYTES);
  if (bytes.length > MOST_BYTES)
    throw new OldhandError(
      "invalid",
      "stdin is larger than 1 MB. Shorten the text, or save it to a file and add a record that names the file.",
    );
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw notText("stdin"); // the decoder does not say where
  }
}

function notText(source: string): OldhandError {
  return new OldhandError(
    "invalid",
    `${source} contains bytes that are not UTF-8. Convert it first, for example with iconv.`,
  );
}
