/** The command line in the arguments of a shell tool, which may be a text or a list of words. */
import { SHELLS, type Shell } from "../../../core/event/event.ts";
import { listOf } from "../json-fields.ts";

/** `["bash", "-lc", "npm test"]` is `npm test` run by bash; any other list is joined as a shell would read it. */
export function commandOf(value: unknown): { command?: string; shell?: Shell } {
  if (typeof value === "string") return { command: value };
  const words = listOf(value).filter((word) => typeof word === "string");
  if (words.length === 0) return {};
  const name = words[0]!.replace(/^.*[\\/]/, "").replace(/\.exe$/i, "");
  const shell = name === "pwsh" ? "powershell" : SHELLS.find((known) => known === name.toLowerCase());
  const script = words.at(-1)!;
  if (shell !== undefined && words.length === 3 && /^-\w*c/i.test(words[1]!)) return { command: script, shell };
  return { command: words.map(quoted).join(" ") };
}

/** The files that a patch in the form of Codex names. */
export function patchedFiles(patch: string | undefined): string[] {
  return [...(patch ?? "").matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.{1,400})$/gm)].map(([, file]) =>
    file!.trim(),
  );
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
