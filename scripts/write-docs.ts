// Generates docs/cli.md and docs/config.md from the tables of commands and settings. A test checks that they are current.
import { writeFileSync } from "node:fs";
import { cliReference } from "../src/cli/help/reference.ts";
import { SECTIONS } from "../src/cli/table/all-commands.ts";
import { SETTINGS, settingKeys } from "../src/core/base/config.ts";

export function references(): Map<string, string> {
  return new Map([
    ["docs/cli.md", cliReference(SECTIONS)],
    ["docs/config.md", configReference()],
  ]);
}

function configReference(): string {
  const rows = settingKeys().map((key) => {
    const { fallback, says, unit }: { fallback: unknown; says: string; unit?: string } = SETTINGS[key];
    const value = fallback === "" ? "empty" : Array.isArray(fallback) ? "none" : `\`${String(fallback)}\``;
    return `- **\`${key}\`** (${value}${unit === undefined ? "" : ` ${unit}`}): ${says}`;
  });
  return `# Settings

Settings are in \`config.yml\`: under \`OLDHAND_HOME\` if that is set, else in \`~/.config/oldhand/\`. \`oldhand config set KEY
VALUE\` writes them and keeps your comments and their order; \`oldhand config list\` shows every value and where it comes from.
Defaults are given in brackets. \`OLDHAND_OFF=1\` (any value but \`0\`) in the environment switches live capture and hooks off.

\`\`\`yaml
memories:
  enabled: true
review: low
\`\`\`

${rows.join("\n")}
`;
}

if (import.meta.main) for (const [path, text] of references()) writeFileSync(path, text);
