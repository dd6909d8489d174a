/** Shows commands as they have to be typed. */

import { oneLine, type Style } from "./style.ts";

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
