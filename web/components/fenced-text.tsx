/** Text of a message: paragraphs as written, and fenced parts as code; never as HTML. */
import { visible } from "./format.ts";
import { InlineCode } from "./inline-code.tsx";

const FENCE = /^\s*(?:```|~~~).*$/;

export function FencedText({ text }: { readonly text: string }) {
  return (
    <>
      {partsOf(text).map(({ isCode, lines }, at) =>
        isCode ? (
          <pre key={at}>{visible(lines.join("\n"))}</pre>
        ) : (
          <p key={at}>
            <InlineCode text={lines.join("\n")} />
          </p>
        ),
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
