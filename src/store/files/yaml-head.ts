/** Reads a frontmatter that uses more YAML than oldhand writes; loaded only if a file needs it, with the YAML parser. */
import { isAlias, isMap, isPair, isScalar, isSeq, parseDocument, visit } from "yaml";
import type { Head, HeadEntry } from "../../core/record/frontmatter.ts";

// Importing the package itself with `import()` would lose its export names when bundled.
export { isMap, parseDocument };

/** Deep nesting costs a YAML parser seconds; no record needs it. */
const DEEPEST = 20;

export function readYamlHead(head: string): Head {
  if (depthOf(head) > DEEPEST) return invalid("its frontmatter is nested too deeply");
  // Everything stays text: parsing numbers, dates and booleans would change what a person wrote.
  const document = parseDocument(head, {
    schema: "failsafe",
    uniqueKeys: true,
    merge: false,
    strict: true,
    // A quieter level would hide a second document in the frontmatter.
    logLevel: "error",
  });
  const error = document.errors[0];
  if (error !== undefined)
    return invalid(`its frontmatter is not valid YAML: ${error.message.split("\n")[0]?.replace(/:$/, "")}`);
  let hostile: string | undefined;
  visit(document, (_, node) => {
    if (isAlias(node)) hostile = "aliases";
    else if ((isScalar(node) || isMap(node) || isSeq(node)) && node.anchor !== undefined) hostile = "anchors";
    else if ((isScalar(node) || isMap(node) || isSeq(node)) && node.tag !== undefined) hostile = "tags";
    return hostile === undefined ? undefined : visit.BREAK;
  });
  if (hostile !== undefined) return invalid(`its frontmatter uses YAML ${hostile}, which oldhand does not support`);
  if (document.contents === null) return { outcome: "read", entries: [], comments: [] };
  if (!isMap(document.contents)) return invalid("its frontmatter is not a list of keys");

  const starts = document.contents.items.map((item) => (isScalar(item.key) ? (item.key.range?.[0] ?? 0) : 0));
  const entries: HeadEntry[] = [];
  const comments = commentLines(head.slice(0, starts[0]));
  for (const [i, item] of document.contents.items.entries()) {
    if (!isPair(item) || !isScalar(item.key)) return invalid("its frontmatter has a key that is not a word");
    if (item.key.value === "<<") return invalid("its frontmatter uses YAML merge keys, which oldhand does not support");
    const source = head.slice(starts[i], starts[i + 1] ?? head.length).trimEnd();
    const raw = withoutLastComments(source);
    comments.push(...commentLines(source.slice(raw.length)));
    const data = isMap(item.value) || (isSeq(item.value) && !item.value.items.every(isScalar));
    entries.push({
      key: String(item.key.value),
      value: fieldValue(item.value),
      ...(data && { data: (item.value as { toJSON(): unknown }).toJSON() }),
      raw,
      ...noteOn(item.value),
    });
  }
  return { outcome: "read", entries, comments };
}

/** Comments after a key belong to the next key, or to none. */
function withoutLastComments(source: string): string {
  const lines = source.split("\n");
  while (lines.length > 1 && /^(?:#.*|[ \t]*)$/.test(lines.at(-1)!)) lines.pop();
  return lines.join("\n");
}

function commentLines(source: string): string[] {
  return source.split("\n").filter((line) => line.startsWith("#"));
}

function noteOn(node: unknown): { comment?: string } {
  const note = isScalar(node) || isSeq(node) ? node.comment : undefined;
  return typeof note === "string" ? { comment: `#${note.split("\n")[0]}` } : {};
}

/** Fields are texts or lists of texts; any other value belongs to an unknown key, which is kept as its source. */
function fieldValue(node: unknown): string | readonly string[] {
  if (isScalar(node)) return node.value === null ? "" : String(node.value);
  if (isSeq(node)) return node.items.filter(isScalar).map((item) => String(item.value));
  return "";
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const char of text) {
    if (char === "[" || char === "{") deepest = Math.max(deepest, ++depth);
    else if (char === "]" || char === "}") depth -= 1;
  }
  const indent = Math.max(0, ...text.split("\n").map((line) => line.length - line.trimStart().length));
  return Math.max(deepest, indent / 2);
}

function invalid(reason: string): Head {
  return { outcome: "invalid", reason };
}
