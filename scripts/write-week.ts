// Runs the commands of docs/week.md in a lived-in home and writes what they print into it, and draws the first minute as a
// picture of a terminal for the README: `node scripts/write-week.ts`
import { readFileSync, writeFileSync } from "node:fs";
import { livedInConsole, stepsOf } from "../test/e2e/docs/console-blocks.ts";
import { build } from "./build.ts";
import { terminalPicture } from "./terminal-picture.ts";

await build();
const ends: (() => unknown)[] = [];
const run = livedInConsole({ after: (end) => void ends.push(end) });
const file = new URL("../docs/week.md", import.meta.url);
const document = readFileSync(file, "utf8");
const printed = new Map(stepsOf(document).map(({ command }) => [command, run(command)]));
writeFileSync(
  file,
  document.replace(/^```console\n(.*?)^```/gms, (block) => {
    const shown = stepsOf(block).map(({ command }) =>
      [`$ oldhand ${command}`.trimEnd(), printed.get(command)].join("\n"),
    );
    return ["```console", ...shown, "```"].join("\n");
  }),
);
const [setup, ...others] = printed;
const status = others.find(([command]) => command === "");
writeFileSync(
  new URL("../docs/first-minute.svg", import.meta.url),
  terminalPicture(
    [setup, status].flatMap((step) => (step === undefined ? [] : [{ command: step[0], shows: step[1] }])),
  ),
);
for (const end of ends) await end();
