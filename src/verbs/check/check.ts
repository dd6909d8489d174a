/** `check` */
import { OldhandError } from "../../core/base/error.ts";
import { verb } from "../declare/verb.ts";
import { oneLine } from "../print/style.ts";
import type { ChangeFinding, CheckAsked, CheckedChange } from "./check-change.ts";

export const FORMATS = ["text", "github", "sarif"] as const;

export const checkChanges = verb({
  name: "check",
  summary: "Check a change against the rules about files, and exit 1 if it breaks one.",
  notes: [
    "For a pre-commit hook (`oldhand install pre-commit`), a CI job or a pull request. It applies the guards `protect` and `text` of the rules that the repository shares, as they were before the change, and of your own. The shared ones need no acceptance and no memory on the machine: nothing is run.",
    "A change of `.oldhand/` is reported, and alone does not fail.",
  ],
  examples: [
    "oldhand check --staged",
    "oldhand check --range origin/main..HEAD --format github",
    "git diff | oldhand check -",
  ],
  input: {
    diff: { type: "text", at: "word", label: "-", help: "- reads a diff from stdin." },
    staged: { type: "flag", help: "Check what is staged (default)." },
    range: { type: "line", label: "A..B", help: "Check the commits of B that A does not have." },
    format: { type: "choice", choices: FORMATS, help: "How findings are printed (default: text)." },
  },
  act: "read",
  needs: "nothing",
  async run({ env }, { diff, staged, range }): Promise<CheckedChange> {
    if ([diff, staged, range].filter((one) => one !== undefined && one !== false).length > 1)
      throw new OldhandError("usage", "Give one of --staged, --range and -.");
    const { checkChange } = await import("./check-change.ts");
    const asked: CheckAsked = diff !== undefined ? { diff } : range !== undefined ? { range } : "staged";
    return checkChange(env, asked);
  },
  json: ({ findings }) => ({ findings }),
  remark: ({ findings }, { format = "text" }) =>
    findings.length === 0 && format === "text" ? "No rule is broken." : undefined,
  print(checked, _style, { format = "text" }) {
    if (format === "sarif") return JSON.stringify(sarif(checked), null, 2);
    return checked.findings.map((one) => (format === "github" ? annotation : plain)(one, checked)).join("\n");
  },
  exit: ({ findings }) => (findings.some(breaks) ? 1 : 0),
});

const breaks = ({ record }: ChangeFinding): boolean => record !== "built-in";

function plain(finding: ChangeFinding, checked: CheckedChange): string {
  const { path, line } = finding;
  return `${oneLine(path)}:${line}: ${messageOf(finding, checked)}`;
}

/** The rule, and who said it when. */
function messageOf(finding: ChangeFinding, { said }: CheckedChange): string {
  const { record, rule, text } = finding;
  if (!breaks(finding)) return `${rule}. ${text}`;
  const { by = "", at = "" } = said.get(record) ?? {};
  const when = at === "" ? "" : `, ${at.slice(0, 10)}`;
  return oneLine(`"${text.split("\n")[0]}" (${rule}; ${by}${when}, ${record})`);
}

/** A workflow command of GitHub Actions: its values may hold no end of line, and properties no colon or comma. */
function annotation(finding: ChangeFinding, checked: CheckedChange): string {
  const { path, line } = finding;
  const data = (text: string): string => text.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
  const property = (text: string): string => data(text).replace(/:/g, "%3A").replace(/,/g, "%2C");
  const level = breaks(finding) ? "error" : "warning";
  return `::${level} file=${property(path)},line=${line}::${data(messageOf(finding, checked))}`;
}

function sarif(checked: CheckedChange): object {
  const { findings } = checked;
  const ids = [...new Set(findings.map(({ record }) => record))];
  const rules = ids.map((id) => {
    const { text = "", rule = "" } = findings.find(({ record }) => record === id) ?? {};
    return { id, shortDescription: { text }, fullDescription: { text: `${text} (${rule})` } };
  });
  const results = findings.map((finding) => ({
    ...{ ruleId: finding.record, level: breaks(finding) ? "error" : "warning" },
    message: { text: messageOf(finding, checked) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: finding.path.split("/").map(encodeURIComponent).join("/") },
          region: { startLine: finding.line },
        },
      },
    ],
  }));
  const driver = { name: "oldhand", rules };
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver }, results }],
  };
}
