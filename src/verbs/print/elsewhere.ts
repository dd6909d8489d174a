/** Says what other projects have when there is nothing here, and shows commands as they have to be typed. */

import { count } from "../../core/text/wording.ts";
import type { Elsewhere } from "../call/everywhere.ts";
import type { VerbCall } from "../declare/verb.ts";
import { oneLine, type Style } from "./style.ts";

export type ElsewhereJson = Elsewhere & { readonly command: string };

/** With the command as it was typed, over all projects. */
export function elsewhereJson({ typed = [] }: Pick<VerbCall, "typed">, elsewhere: Elsewhere): ElsewhereJson {
  const words = typed.filter((word) => word !== "--json");
  const end = words.includes("--") ? words.indexOf("--") : words.length;
  const wider = [...words.slice(0, end), "--everywhere", ...words.slice(end)];
  return { ...elsewhere, command: ["oldhand", ...wider.map(shellWord)].join(" ") };
}

export function elsewhereText(
  { matches, isCapped, projects, command }: ElsewhereJson,
  one = "match",
  many = one === "match" ? "matches" : `${one}s`,
): string {
  const found = isCapped ? `${matches} or more ${many}` : count(matches, one, many);
  const where = projects === 0 ? "outside of projects" : `in ${count(projects, "other project")}`;
  return `Nothing here. ${found} ${where}: \`${command}\``;
}

/** A command as it has to be typed; what is in the person's home is short. */
export function commandLine(words: readonly string[], { home }: { readonly home?: string | undefined }): string {
  const typed = (word: string): string =>
    home !== undefined && word.startsWith(`${home}/`) ? `~/${shellWord(word.slice(home.length + 1))}` : shellWord(word);
  return words.map(typed).join(" ");
}

type Action = { readonly action: string; readonly command: string; readonly indent: string };

/** What to do and the command for it. A command is never broken into lines, so that it can be copied. */
export function actionText({ action, command, indent }: Action, style: Style): string {
  const line = `${indent}${action}: ${oneLine(command)}`;
  const fits = style.columns === undefined || line.length <= style.columns;
  return style.dim(fits ? line : `${style.wrap(`${indent}${action}:`, indent)}\n${indent}${oneLine(command)}`);
}

/** As it has to be typed. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
