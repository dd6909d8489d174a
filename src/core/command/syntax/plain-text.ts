/** The words of a text that no parser read, without what a shell takes out of them. */

/** As a shell reads the words: quotes and backslashes may stand anywhere in a word without changing it. */
export const plainText = (text: string): string =>
  text
    .replace(/\\\r?\n/g, "")
    .replace(/\$'((?:\\.|[^'\\])*)'/gs, (_, said: string) => said.replace(ESCAPED, decoded))
    .replace(/['"\\]/g, "");

const ESCAPED = /\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|([0-7]{1,3}))/g;

function decoded(written: string, byte?: string, short?: string, long?: string, octal?: string): string {
  const hex = byte ?? short ?? long;
  const code = hex === undefined ? Number.parseInt(octal!, 8) : Number.parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : written;
}
