/** Reads the tables of a TOML file with their plain values, line by line; skips what it cannot read. */

/** By the name of the table; the empty name holds the entries before the first. */
export type Tables = ReadonlyMap<string, ReadonlyMap<string, string>>;

const MOST_LINES = 5000;
const LONGEST_LINE = 2000;
const ENTRY = /^("[^"]{1,200}"|'[^']{1,200}'|[\w.-]{1,200})\s{0,20}=\s{0,20}(\S.*)$/;

export function readTables(text: string): Tables {
  const tables = new Map<string, Map<string, string>>([["", new Map()]]);
  let table = tables.get("")!;
  for (const raw of text.split(/\r?\n/, MOST_LINES)) {
    const line = raw.trim().slice(0, LONGEST_LINE);
    const head = /^\[\[?([^\]]{1,200})\]/.exec(line)?.[1]?.replaceAll('"', "").trim();
    if (head !== undefined && !ENTRY.test(line)) {
      table = tables.get(head) ?? new Map();
      tables.set(head, table);
      continue;
    }
    const [, key, value] = ENTRY.exec(line) ?? [];
    if (key !== undefined && value !== undefined) table.set(key.replace(/^["']|["']$/g, ""), plain(value));
  }
  return tables;
}

/** For an inline table, the command in it. */
function plain(value: string): string {
  const command = /\bcmd\s{0,9}=\s{0,9}("[^"]*"|'[^']*')/.exec(value)?.[1];
  const text = /^("[^"]*"|'[^']*')/.exec(value)?.[1] ?? command;
  return text === undefined ? value : text.slice(1, -1);
}
