/** Takes out of a record what belongs to one machine: its paths, its name and the name of its user. */
import { escaped } from "../../../core/base/lazy-pattern.ts";
import { keyFor } from "../../../core/record/key.ts";
import type { MemoryRecord } from "../../../core/record/record.ts";
import { trimEndOf } from "../../../core/text/wording.ts";
import { slug } from "../../../core/text/words.ts";

export type MachineNames = {
  /** The project's directory. */
  readonly root?: string;
  /** The person's home directory. */
  readonly home?: string;
  readonly host?: string;
  readonly user?: string;
};

export function withoutNames(record: MemoryRecord, names: MachineNames): MemoryRecord {
  const clean = (text: string): string => cleanText(text, names);
  const { value, steps, statusReason } = record;
  const text = clean(record.text);
  return {
    ...record,
    text,
    key: isFromText(record, names) ? keyFor(text).key : clean(record.key),
    ...(value !== undefined && { value: clean(value) }),
    ...(steps !== undefined && { steps: steps.map(clean) }),
    ...(statusReason !== undefined && { statusReason: clean(statusReason) }),
    aliases: record.aliases.map(clean),
    keywords: record.keywords.map(clean),
    tags: record.tags.map(clean),
    paths: record.paths.map(clean),
    ...(record.verify !== undefined && { verify: record.verify.map(clean) }),
  };
}

/** A key that was made from the text contains its paths, with other signs between the words. */
function isFromText({ key, text }: MemoryRecord, { root, home }: MachineNames): boolean {
  if (key === keyFor(text).key) return true;
  return [root, home].filter(isDirectory).some((path) => slug(key).includes(slug(path)));
}

/** Shorter names occur in ordinary words. */
const SHORTEST_NAME = 3;

function cleanText(text: string, { root, home, host, user }: MachineNames): string {
  let clean = text;
  if (isDirectory(root)) clean = replacePath(clean, root, ".");
  if (isDirectory(home)) clean = replacePath(clean, home, "~");
  // A bare user name is often an ordinary word, such as root or deploy: only next to a host or in a home path it is a name.
  if (isName(user)) {
    clean = clean.replaceAll(new RegExp(`(?<![\\w.-])${escaped(user)}(?=@[\\w.-])`, "g"), "user");
    clean = clean.replaceAll(new RegExp(`(/(?:home|Users)/)${escaped(user)}(?![\\w.-])`, "g"), "$1user");
  }
  if (isName(host) && host !== "localhost")
    clean = clean.replaceAll(new RegExp(`(?<![\\w.-])${escaped(host)}(?![\\w-])`, "gi"), "host");
  return clean;
}

/** `/srv/app` and `/srv/app/x`, not `/srv/application`. */
function replacePath(text: string, path: string, by: string): string {
  return text.replaceAll(new RegExp(`(?<![\\w.~-])${escaped(trimEndOf(path, "/"))}(?![\\w.-])`, "g"), by);
}

function isDirectory(path: string | undefined): path is string {
  return path?.startsWith("/") === true && trimEndOf(path, "/").length >= SHORTEST_NAME;
}

function isName(name: string | undefined): name is string {
  return name !== undefined && name.length >= SHORTEST_NAME;
}
