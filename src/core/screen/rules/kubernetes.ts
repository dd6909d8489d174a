/** Finds the values of Kubernetes Secrets: each entry of `data` and `stringData` in the document that a `kind: Secret` is in. */
import { isPlaceholder } from "../placeholders.ts";
import { labelRule, type SecretRule, type TextSpan } from "./rule.ts";

export const KUBERNETES_RULES: readonly SecretRule[] = [
  {
    name: "kubernetes-secret",
    keywords: ["kind: secret", 'kind: "secret"', "kind: 'secret'", '"kind": "secret"', '"kind":"secret"'],
    anyCase: true,
    parse: (text, at) => (text.charAt(at) === '"' ? inJson(text, at) : inYaml(text, at)),
    example: "kind: Secret\nmetadata:\n  name: db\ndata:\n  dsn: cTdSazJtWHY5VGJMNG5aYw==\n",
    globs: "*kind*:*secret*",
  },
  labelRule(
    "kubernetes-client-key",
    "client-key-data",
    () => /client-key-data["']?:[ \t]{0,4}["']?([\w+/=]{20,9000})/diy,
    {
      example: "client-key-data: cTdSazJtWHY5VGJMNG5aYzhXZEgzc0Z5Nkdwn",
      globs: "*{each}*",
      allow: ({ value }) => isPlaceholder(value),
    },
  ),
];

const BEFORE = 4000;
const AFTER = 12_000;

type Line = TextSpan & { readonly indent: number; readonly isItem: boolean; readonly text: string };

function inYaml(text: string, at: number): TextSpan[] {
  // Most mentions end here: in a manifest, nothing else is in the line.
  if (!/^kind:[ \t]*["']?secret["']?[ \t\r]*(?:\n|$)/i.test(text.slice(at, at + 80))) return [];
  // Another Secret ends where this one can start, so that a text of nothing else takes no longer.
  const above = text.slice(Math.max(0, at - BEFORE), at);
  const from = at - above.length + Math.max(0, above.lastIndexOf("kind: Secret"));
  const next = text.slice(at + 5, at + AFTER).indexOf("kind: Secret");
  const lines = manifestLines(text.slice(from, next < 0 ? at + AFTER : at + 5 + next), from);
  const kindAt = lines.findIndex(({ end }) => end > at);
  const kind = lines[kindAt];
  if (kind === undefined || !kind.text.toLowerCase().startsWith("kind:")) return [];
  const isOutside = (line: Line): boolean =>
    line.text.startsWith("---") ||
    (line.text !== "" && line.indent < kind.indent) ||
    (line.indent === kind.indent && !/^[\w.'"-]+:|^$|^#/.test(line.text));
  const isOther = (line: Line): boolean =>
    isOutside(line) || (line.indent === kind.indent && (line.isItem || line.text.startsWith("kind:")));
  const start = lines.slice(0, kindAt).findLastIndex(isOther);
  const first = kind.isItem ? kindAt : start + (isItemOf(kind, lines[start]) ? 0 : 1);
  const below = lines.slice(kindAt + 1).findIndex(isOther);
  const document = lines.slice(first, below < 0 ? lines.length : kindAt + 1 + below);
  return document.flatMap((line, place) =>
    line.indent === kind.indent && /^(?:data|stringData):\s*$/.test(line.text)
      ? entries(document.slice(place + 1), kind.indent)
      : [],
  );
}

/** In a list, the first line of a document has its dash. */
const isItemOf = (kind: Line, line: Line | undefined): boolean =>
  line?.isItem === true && line.indent === kind.indent && !line.text.startsWith("kind:");

/** The values under a key, each one line or a block of lines. */
function entries(lines: readonly Line[], outer: number): TextSpan[] {
  const past = lines.findIndex(({ text, indent }) => text !== "" && indent <= outer);
  const own = lines.slice(0, past < 0 ? lines.length : past).filter(({ text }) => text !== "" && !text.startsWith("#"));
  const indent = own[0]?.indent ?? 0;
  return own.flatMap((line) => {
    const key = line.indent > indent ? "" : /^[^\s:]{1,253}:(?:\s+(?:[|>][-+]?\s*$)?|$)/.exec(line.text)?.[0];
    if (key === undefined) return [];
    const value = line.text.slice(key.length).replace(/^["']|["']?\s*(?:\s#.*)?$/g, "");
    const start = line.start + line.text.indexOf(value, key.length);
    return value.length < 2 || isTemplated(value) ? [] : [{ start, end: start + value.length }];
  });
}

function manifestLines(part: string, offset: number): Line[] {
  let at = offset;
  return part.split("\n").map((whole) => {
    // A list and a diff put signs before a line.
    const indent = /^[ \t+-]*/.exec(/^\s*---/.test(whole) ? "" : whole)?.[0].length ?? 0;
    const text = whole.slice(indent).trimEnd();
    const isItem = /(?:^|[ +-])- $/.test(whole.slice(0, indent));
    const line = { isItem, start: at + indent, end: at + whole.length + 1, indent, text };
    at += whole.length + 1;
    return line;
  });
}

function inJson(text: string, at: number): TextSpan[] {
  const from = Math.max(0, at - BEFORE);
  const above = text.slice(from, at);
  const below = text.slice(at + 6, at + AFTER);
  const start = from + above.lastIndexOf('"kind"') + 1;
  const next = below.indexOf('"kind"');
  const part = text.slice(start, next < 0 ? at + AFTER : at + 6 + next);
  return [...part.matchAll(/"(?:data|stringData)"\s{0,40}:\s{0,40}\{([^{}]{0,9000})\}/g)].flatMap((object) => {
    const [all, body = ""] = object;
    const offset = start + object.index + all.length - 1 - body.length;
    return [...body.matchAll(/:\s{0,40}"([^"\n]{2,9000})"/g)].flatMap(({ index, 0: pair, 1: value = "" }) => {
      const end = offset + index + pair.length - 1;
      return isTemplated(value) ? [] : [{ start: end - value.length, end }];
    });
  });
}

/** A common word is a secret here, but not what a template fills in. */
const isTemplated = (value: string): boolean => /[^\w+/=]/.test(value) && isPlaceholder(value);
