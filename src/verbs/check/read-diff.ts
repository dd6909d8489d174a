/** Reads a unified diff: which files a change touches, and the lines that it adds to each. */

export type FileDiff = {
  /** Relative to the top of the tree. */
  readonly path: string;
  /** Its name before, if it was renamed. */
  readonly from?: string;
  readonly added: readonly AddedLine[];
  /** The first line that changes, from 1. */
  readonly line: number;
};

export type AddedLine = { readonly line: number; readonly text: string };

type Open = { path: string; from: string | undefined; added: AddedLine[]; line: number };

const HUNK = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

export function readDiff(diff: string): readonly FileDiff[] {
  const files: Open[] = [];
  let left = { removed: 0, added: 0 };
  let next = 0;
  let start = 0;
  const open = (): Open => {
    const file: Open = { path: "", from: undefined, added: [], line: 0 };
    files.push(file);
    return file;
  };
  let file: Open | undefined;
  while (start < diff.length) {
    const found = diff.indexOf("\n", start);
    const end = found < 0 ? diff.length : found;
    const row = diff.slice(start, end);
    start = end + 1;
    if (file !== undefined && (left.removed > 0 || left.added > 0)) {
      const sign = row[0];
      if (sign === "+") {
        file.added.push({ line: next++, text: row.slice(1).replace(/\r$/, "") });
        left.added--;
      } else if (sign === "-") left.removed--;
      else if (sign !== "\\") {
        next++;
        left = { removed: left.removed - 1, added: left.added - 1 };
      }
      continue;
    }
    const hunk = row.startsWith("@@") ? HUNK.exec(row) : null;
    if (hunk !== null && file !== undefined) {
      left = { removed: Number(hunk[1] ?? 1), added: Number(hunk[3] ?? 1) };
      next = Number(hunk[2]);
      if (file.line === 0) file.line = Math.max(1, next);
    } else if (row.startsWith("diff --git ")) {
      file = open();
      // A binary file has no other line with its name, and no hunk; of a rename, the lines after it say more.
      file.path = /^diff --git ("?)a\/(.+)\1 "?b\/\2"?$/.exec(row)?.[2] ?? "";
    } else if (row.startsWith("--- ")) {
      if (file === undefined || file.line > 0) file = open();
      const name = nameIn(row.slice(4), "a/");
      if (name !== undefined && file.path === "") file.path = name;
    } else if (file !== undefined && row.startsWith("+++ ")) file.path = nameIn(row.slice(4), "b/") ?? file.path;
    else if (file !== undefined && row.startsWith("rename from ")) file.from = nameIn(row.slice(12), "");
    else if (file !== undefined && row.startsWith("rename to ")) file.path = nameIn(row.slice(10), "") ?? file.path;
  }
  return files
    .filter(({ path }) => path !== "")
    .map(({ path, from, added, line }) => ({ path, added, line: line || 1, ...(from !== undefined && { from }) }));
}

/** Undefined for `/dev/null`. git quotes names with special characters; other tools put a date after a tab. */
function nameIn(given: string, prefix: string): string | undefined {
  const name = given.startsWith('"') ? unquoted(given) : given.replace(/\t.*$/, "").replace(/\r$/, "");
  if (name === "/dev/null") return undefined;
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

const ESCAPED: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, a: 7, b: 8, f: 12, v: 11 };

function unquoted(text: string): string {
  const bytes: number[] = [];
  const body = Buffer.from(text.slice(1, text.lastIndexOf('"')));
  for (let at = 0; at < body.length; at += 1) {
    if (body[at] !== 92) {
      bytes.push(body[at]!);
      continue;
    }
    const octal = /^[0-7]{3}/.exec(body.toString("latin1", at + 1, at + 4))?.[0];
    const letter = String.fromCharCode(body[at + 1] ?? 92);
    bytes.push(octal === undefined ? (ESCAPED[letter] ?? letter.charCodeAt(0)) : Number.parseInt(octal, 8));
    at += octal === undefined ? 1 : 3;
  }
  return Buffer.from(bytes).toString("utf8");
}
