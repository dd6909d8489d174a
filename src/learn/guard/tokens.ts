/** The words of a rule as tokens: code in backticks and quoted text are one each, what stands in brackets is apart. */

export type Token = {
  readonly kind: "code" | "quote" | "word" | "mark";
  /** Without its backticks or quotes. */
  readonly text: string;
  readonly lower: string;
};

/** A text as sentences; what stands in brackets is a sentence by itself, right after the one that it stands in. */
export function sentencesOfRule(text: string): readonly (readonly Token[])[] {
  const sentences: Token[][] = [];
  let open: Token[] = [];
  let inside: Token[] | undefined;
  const end = (): void => {
    if (open.length > 0) sentences.push(open);
    if (inside !== undefined && inside.length > 0) sentences.push(inside);
    open = [];
    inside = undefined;
  };
  let isInside = false;
  for (const token of tokensOf(text)) {
    if (token.text === "(" || token.text === ")") {
      isInside = token.text === "(";
      // Two brackets in one sentence are two sentences in one: their words are apart from each other.
      if (isInside) inside = [...(inside ?? []), ...(inside === undefined ? [] : [STOP])];
    } else if (isInside) inside!.push(token);
    else if (token.kind === "mark" && /^[.\n]$/.test(token.text)) end();
    else open.push(token);
  }
  end();
  return sentences;
}

const STOP: Token = { kind: "mark", text: ";", lower: ";" };

const TOKEN =
  /`([^`\n]+)`|[“"]([^“”"\n]{1,200})[”"]|(?<!\w)'([^'\n]{1,200})'(?!\w)|(\n|(?<!\s)[.!?](?=\s|$|[)"'*])|[,;:()—–]|\s-\s)|([\w.]+\(\)|[^\s`“”",;:()—–]+)/g;

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const [, code, quote, single, mark, word] of text.replace(/\*\*|__/g, "").matchAll(TOKEN)) {
    if (code !== undefined) tokens.push(token("code", code.trim()));
    else if (quote !== undefined || single !== undefined) tokens.push(token("quote", (quote ?? single)!.trim()));
    else if (mark !== undefined) tokens.push(token("mark", /[!?]/.test(mark) ? "." : mark.trim() || "\n"));
    else if (word !== undefined) tokens.push(...wordTokens(word));
  }
  return tokens;
}

const token = (kind: Token["kind"], text: string): Token => ({
  kind,
  text,
  lower: text.toLowerCase().replace("’", "'"),
});

/** A full stop or a call at the end: `pnpm.` ends the sentence, `require()` was cut at its bracket. */
function wordTokens(word: string): Token[] {
  const [, body = word, end] = /^(.*?[^.!?])([.!?])$/.exec(word) ?? [];
  if (end === undefined || word === "...") return [token("word", word)];
  // "1." counts the items of a list.
  return /^\d+$/.test(body) ? [token("mark", ",")] : [token("word", body), token("mark", ".")];
}
