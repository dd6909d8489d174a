/** The script that `oldhand init powershell` prints: live capture with PSReadLine. */
import { readFileSync } from "node:fs";
import { agentMarks } from "../../agents/recognise.ts";
import { WITHHELD } from "../../core/event/spool-line.ts";
import { type InitOptions, LONGEST_CHARS, regexPattern, withheldGlobs } from "./init-script.ts";

export function powershellScript(options: Omit<InitOptions, "predictions" | "searchKey">): string {
  const slots: Readonly<Record<string, string>> = {
    spool: quoted(options.spoolDir),
    ignore: quoted(regexPattern(options.ignore ?? [])),
    withhold: quoted(regexPattern(withheldGlobs(options))),
    withheld: WITHHELD,
    longest: String(LONGEST_CHARS),
    agent: agentTest(),
  };
  const snippet = readFileSync(new URL("./init/powershell.ps1", import.meta.url), "utf8");
  return snippet.replace(/\{\{(\w+)\}\}/g, (slot, name: string) => slots[name] ?? slot);
}

function agentTest(): string {
  const variables = agentMarks()
    .flatMap(({ variables: names }) => names)
    .map((name) => `$env:${name}`);
  const values = agentMarks().flatMap(({ values: all }) => (all === undefined ? [] : [all]));
  const exact = values.map((all) =>
    Object.entries(all)
      .map(([name, value]) => `$env:${name} -eq ${quoted(value)}`)
      .join(" -and "),
  );
  return [...variables, ...exact.map((test) => `(${test})`)].join(" -or ");
}

/** PowerShell reads four other characters as single quotes too. */
function quoted(text: string): string {
  return `'${text.replace(/['\u2018\u2019\u201a\u201b]/g, "$&$&")}'`;
}
