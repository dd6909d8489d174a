/** Text of a message: paragraphs as written, with headings, bold words and code as such; never as HTML. */
import { visible } from "./format.ts";
import { InlineCode } from "./inline-code.tsx";

const HEADING = /^#{1,6} +/;
const FENCE = /^\s*(?:```|~~~).*$/;

export function FencedText({ text }: { readonly text: string }) {
  return (
    <>
      {partsOf(text).map(({ isCode, lines }, at) =>
        isCode ? (
          <pre key={at}>{visible(lines.join("\n"))}</pre>
        ) : (
          <p key={at}>
            <Bold text={lines.join("\n")} />
          </p>
        ),
      )}
    </>
  );
}

/** A heading is a bold line: how deep it is says little in a conversation. */
function Bold({ text }: { readonly text: string }) {
  const marked = text
    .split("\n")
    .map((line) => (HEADING.test(line) ? `**${line.replace(HEADING, "").replaceAll("**", "")}**` : line))
    .join("\n");
  return (
    <>
      {marked.split(/\*\*([^*\n]+)\*\*/).map((part, at) =>
        at % 2 === 1 ? (
          <strong key={at}>
            <InlineCode text={part} />
          </strong>
        ) : (
          <InlineCode key={at} text={part} />
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
