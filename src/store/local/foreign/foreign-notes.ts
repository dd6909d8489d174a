/** Reads Markdown notes of another program, each as one statement; of the frontmatter only the search words are used. */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { readHead, splitFile } from "../../../core/record/frontmatter.ts";
import { namesIn, readRegular } from "../files/durable-files.ts";
import { decoded } from "../files/record-folder.ts";
import { readYamlHead } from "../files/yaml-head.ts";

export type ForeignStatement = {
  readonly text: string;
  readonly tags: readonly string[];
  readonly aliases: readonly string[];
  readonly keywords: readonly string[];
};

export type ForeignNote =
  | { readonly outcome: "read"; readonly name: string; readonly statement: ForeignStatement }
  | { readonly outcome: "invalid"; readonly name: string; readonly reason: string };

const DEEPEST = 8;
const LIMIT_BYTES = 256 * 1024;

export function* readForeignNotes(directory: string, depth = DEEPEST): Generator<ForeignNote> {
  for (const name of namesIn(directory).filter((entry) => !entry.startsWith("."))) {
    const path = join(directory, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory() && depth > 0) yield* readForeignNotes(path, depth - 1);
    else if (stats?.isFile() && name.endsWith(".md")) yield noteIn(path, name);
  }
}

function noteIn(path: string, name: string): ForeignNote {
  const file = readRegular(path, LIMIT_BYTES);
  if (file === undefined || "refused" in file)
    return { outcome: "invalid", name, reason: file?.refused ?? "it vanished" };
  const source = decoded(file.bytes);
  if (source === undefined) return { outcome: "invalid", name, reason: "it is not UTF-8 text" };
  const split = splitFile(source);
  if (split.outcome === "invalid") return { outcome: "invalid", name, reason: split.reason };
  const text = split.body.trim();
  if (text === "") return { outcome: "invalid", name, reason: "it holds no statement" };
  const plain = readHead(split.head);
  const head = plain.outcome === "needs-yaml" ? readYamlHead(split.head) : plain;
  const list = (key: string): readonly string[] => {
    const value = head.outcome === "read" ? head.entries.find((entry) => entry.key === key)?.value : undefined;
    return value === undefined || value === ""
      ? []
      : typeof value === "string"
        ? value.split(",").map((item) => item.trim())
        : value;
  };
  return {
    outcome: "read",
    name,
    statement: { text, tags: list("tags"), aliases: list("aliases"), keywords: list("keywords") },
  };
}
