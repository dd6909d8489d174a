/** Compares the cures that were learned with the labelled fixes. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseLine } from "../../src/core/command/steps.ts";
import { type CureFix, pitfallText } from "../../src/core/session/cure.ts";
import { sessionId } from "../../src/core/session/session.ts";
import type { PersonHome } from "./person-home.ts";
import { type Fix, type Labelled, termsOf } from "./sessions-data.ts";

type JudgedCure = {
  readonly text: string;
  /** The labelled fix of the same failure; undefined if nobody labelled it. */
  readonly fix: Fix | undefined;
  /** Whether it names what really cured it. */
  readonly names: boolean;
};

type Row = Readonly<Record<string, string | number>>;

type Shown = { readonly shown: number; readonly forAnother: number };

/** What the failure hook would say to each failed command of the person, and how often it is about another one. */
export async function shownAfterFailures(
  directory: string,
  person: string,
  known: (ask: { command: string; output: string; session: string }) => Promise<string>,
): Promise<Shown> {
  const counts = { shown: 0, forAnother: 0 };
  for (const [at, { command, output }] of failedCalls(directory, person).entries()) {
    const text = await known({ command, output, session: `bench ${at}` });
    if (text === "") continue;
    counts.shown += 1;
    const families = parseLine(command).flatMap(({ family }) => family ?? []);
    const cured = /`([^`]+)` failed/.exec(text)?.[1];
    const isOwn = cured === undefined || parseLine(cured).some(({ family }) => families.includes(family ?? ""));
    if (!isOwn) counts.forAnother += 1;
  }
  return counts;
}

type Block = {
  readonly type?: string;
  readonly id?: string;
  readonly tool_use_id?: string;
  readonly is_error?: boolean;
  readonly input?: { readonly command?: string };
  readonly content?: unknown;
};

function failedCalls(directory: string, person: string): { command: string; output: string }[] {
  const folder = join(directory, "transcripts", person);
  return readdirSync(folder).flatMap((name) => {
    const blocks = readFileSync(join(folder, name), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .flatMap((line) => {
        const { message } = JSON.parse(line) as { readonly message?: { readonly content?: unknown } };
        return Array.isArray(message?.content) ? (message.content as Block[]) : [];
      });
    const commands = new Map(
      blocks.flatMap(({ id, input }) => (input?.command === undefined ? [] : [[id, input.command]])),
    );
    return blocks.flatMap(({ tool_use_id, is_error, content }) => {
      const command = commands.get(tool_use_id);
      if (is_error !== true || command === undefined) return [];
      return [{ command, output: typeof content === "string" ? content : JSON.stringify(content) }];
    });
  });
}

/** One for each command family, error and cure. */
export function judgedCures(data: Labelled, { home, nameOf }: PersonHome, person: string): JudgedCure[] {
  const db = new DatabaseSync(join(home, "oldhand", "state.db"), { readOnly: true });
  const rows = db.prepare("SELECT * FROM cures ORDER BY at_ms").all() as Row[];
  db.close();
  const names = new Map([...nameOf].map(([native, name]) => [sessionId("claude-code", native), name]));
  const fixes = data.fixes.filter((fix) => fix.person === person);
  const groups = Map.groupBy(rows, (row) => [row.family, row.mark, row.fix_by, row.fix].join("\n"));
  return [...groups.values()].map((group) => {
    const judged = group.map((row) => judgedBy(row, fixes, { data, session: names.get(String(row.session)) ?? "" }));
    const best = judged.find((one) => one.names) ?? judged.find(({ fix }) => fix !== undefined) ?? judged[0]!;
    const last = group.at(-1)!;
    const text = `${pitfallText(
      {
        ...{ family: String(last.family), mark: "", error: "", failed: String(last.failed), trust: "agent" },
        ...{ fix: { by: last.fix_by, text: last.fix } as CureFix, didNotHelp: [] },
      },
      group.map(({ at_ms }) => Number(at_ms)),
    )} [${last.error}]`;
    return { ...best, text };
  });
}

type Place = { readonly data: Labelled; readonly session: string };

function judgedBy(row: Row, fixes: readonly Fix[], { data, session }: Place): Omit<JudgedCure, "text"> {
  const here = fixes.filter((fix) => fix.session === session && isSameCall(row, fix, data));
  const alike = fixes.filter((fix) => isSameError(row, fix));
  const about = here.length > 0 ? here : alike;
  const done = termsOf(String(row.fix));
  const named = about.find(({ fix, error }) => {
    if (row.fix_by === "variant" && LEFT_OUT.test(fix)) return true;
    const wanted = termsOf(row.fix_by === "edit" ? `${fix} ${error} ${SETTINGS}` : fix);
    return [...done].some((term) => wanted.has(term));
  });
  // Another failure with the same error may have another cure.
  return { fix: named ?? here[0], names: named !== undefined };
}

const LEFT_OUT = /\bleave the \w+ out\b/;
/** A label says what to write, and rarely in which file a project keeps its settings. */
const SETTINGS = "pyproject.toml package.json";

/** The labelled call itself, by its time and command. */
function isSameCall({ at_ms, failed }: Row, { person, session, line, command }: Fix, { directory }: Labelled): boolean {
  const lines = readFileSync(join(directory, "transcripts", person, `${session}.jsonl`), "utf8").split("\n");
  const { timestamp } = JSON.parse(lines[line - 1]!) as { readonly timestamp?: string };
  return timestamp !== undefined && Date.parse(timestamp) === at_ms && command.includes(String(failed).slice(0, 40));
}

/** The same program with the same error, at another time. */
function isSameError({ family, error }: Row, fix: Fix): boolean {
  const families = parseLine(fix.command).map((step) => step.family);
  const labelled = [...termsOf(fix.error)].filter((term) => !/^(?:error|fatal|failed|fail)/.test(term));
  const own = termsOf(String(error));
  const shared = labelled.filter((term) => own.has(term)).length;
  return families.includes(String(family)) && shared * 2 > labelled.length;
}
