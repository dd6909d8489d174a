/** Text of a message: paragraphs as written, and fenced parts as code; never as HTML. */
import { visible } from "./format.ts";

const FENCE = /^\s*(?:```|~~~).*$/;

export function FencedText({ text }: { readonly text: string }) {
  return (
    <>
      {partsOf(visible(text)).map(({ isCode, lines }, at) =>
        isCode ? <pre key={at}>{lines.join("\n")}</pre> : <p key={at}>{inline(lines.join("\n"))}</p>,
      )}
    </>
  );
}

type Part = { readonly isCode: boolean; readonly lines: string[] };

/** Empty lines end a paragraph; a fence that is never closed runs to the end. */
function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let isCode = false;
  let isNew = true;
  for (const line of text.split("\n")) {
    const isFence = FENCE.test(line);
    if (isFence) isCode = !isCode;
    if (isFence || (!isCode && line.trim() === "")) {
      isNew = true;
      continue;
    }
    if (isNew) parts.push({ isCode, lines: [] });
    isNew = false;
    parts.at(-1)!.lines.push(line);
  }
  return parts;
}

function inline(text: string) {
  return text.split(/`([^`\n]+)`/).map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
}
