/** Cuts Markdown into what it says: each item of a list and each paragraph, with the headings above it. */
import { withoutEnd } from "../../core/text/words.ts";

type Passage = {
  readonly text: string;
  readonly isItem: boolean;
  /** The headings that it stands under, the highest first. */
  readonly under: readonly string[];
};

/** Code, tables, quotations and comments say nothing by themselves and are left out; an item keeps what is indented below it. */
export function passagesIn(markdown: string): Passage[] {
  const passages: Passage[] = [];
  const under: string[] = [];
  let open: { lines: string[]; isItem: boolean } | undefined;
  const close = (): void => {
    const text = open?.lines.filter((line) => line !== "").join("\n") ?? "";
    if (text !== "") passages.push({ text, isItem: open!.isItem, under: under.filter((heading) => heading !== "") });
    open = undefined;
  };
  for (const line of linesOfProse(markdown)) {
    const heading = /^(#{1,6})\s+(\S.*)$/.exec(line);
    const item = /^ ?(?:[-*+]|\d{1,3}[.)])\s+(\S.*)$/.exec(line);
    if (heading !== null) {
      close();
      const level = heading[1]!.length;
      while (under.length < level - 1) under.push("");
      under.length = level - 1;
      under.push(withoutEnd(heading[2]!, "# \t"));
    } else if (item !== null) {
      close();
      open = { lines: [item[1]!], isItem: true };
    } else if (line.trim() === "") {
      if (open?.isItem) open.lines.push("");
      else close();
    } else if (/^\s{0,3}(?:[|>]|[-*_]{3,}\s*$)/.test(line)) {
      close();
    } else if (open?.isItem && (/^\s/.test(line) || open.lines.at(-1) !== "")) {
      open.lines.push(line.trim());
    } else {
      if (open?.isItem) close();
      open ??= { lines: [], isItem: false };
      open.lines.push(line.trim());
    }
  }
  close();
  return passages;
}

function* linesOfProse(markdown: string): Generator<string> {
  let fence: string | undefined;
  for (const line of withoutComments(markdown).split(/\r?\n/)) {
    const mark = /^\s{0,8}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined && mark === undefined) yield line;
    else if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
  }
}

/** One that is never closed hides what follows, as it does in a browser. */
function withoutComments(markdown: string): string {
  let text = "";
  let from = 0;
  for (let start = markdown.indexOf("<!--"); start >= 0; start = markdown.indexOf("<!--", from)) {
    text += markdown.slice(from, start);
    const end = markdown.indexOf("-->", start);
    if (end < 0) return text;
    from = end + 3;
  }
  return text + markdown.slice(from);
}
