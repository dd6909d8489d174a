/** `context` */
import { verb } from "../declare/verb.ts";
import { percent } from "../print/format.ts";
import { oneLine, printable } from "../print/style.ts";

export const context = verb({
  name: "context",
  summary: "Show the context that a command planner gets in this directory.",
  input: {},
  act: "read",
  needs: "write",
  isQuick: true,
  async run({ context }) {
    const { plannerContext } = await import("../asking/planner-context.ts");
    return plannerContext(context);
  },
  print: ({ cwd, projectRoot, os, shell, memoryItems, projectFacts, recentCommands }, style) =>
    [
      `${cwd === projectRoot ? cwd : `${cwd} in ${projectRoot}`} (${os}, ${shell})`,
      ...memoryItems.map(({ kind, key, value, confidence }) =>
        style.wrap(`  ${kind}: ${keyText(key, value)}${oneLine(value)} (${percent(confidence)} confidence)`, "    "),
      ),
      ...projectFacts.map(({ kind, label, value }) =>
        style.wrap(`  ${kind}: ${keyText(label, value)}${oneLine(value)}`, "    "),
      ),
      ...recentCommands.map((command) => style.wrap(`  recent command: ${oneLine(command)}`, "    ")),
    ].join("\n"),
});

/** A key that was made from the text would only repeat it; that of a known fix ends with the hash of its error. */
function keyText(whole: string, value: string): string {
  const key = whole.replace(/ [0-9a-f]{12}$/, "");
  const isRepeated = slug(value).startsWith(slug(key)) || slug(key).startsWith(slug(value));
  return isRepeated ? "" : `${printable(key)}: `;
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}
