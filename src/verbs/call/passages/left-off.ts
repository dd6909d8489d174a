/** Where the last session of a project left off: what was asked, what was done, and what still failed. */
import { DAY_MS, isoTime } from "../../../core/base/clock.ts";
import type { ProjectId } from "../../../core/record/record.ts";
import { screen } from "../../../core/screen/clean.ts";
import { instructs } from "../../../core/statement/instructs.ts";
import { saysTheSame } from "../../../core/statement/says-the-same.ts";
import { typedIn } from "../../../learn/own-words.ts";
import type { Database } from "../../../store/databases/database.ts";
import { sessionsOf } from "../../../store/rows/sessions.ts";
import type { Passage } from "../call-context.ts";

type LeftOffAsk = {
  readonly state: Database;
  readonly project: ProjectId | undefined;
  /** The one that starts. */
  readonly session: string;
  readonly privatePatterns: readonly string[];
  /** Statements that the session is given anyway: a sentence that says the same is left out. */
  readonly told: readonly string[];
};

const MOST_SESSIONS = 5;
const MOST_ASKED = 5;
const LEAST_WORDS = 4;
const MOST_COMMANDS = 3;
const MOST_CHARS = 160;
/** Older work is rarely gone on with. */
const MOST_DAYS = 30;

/** At most two lines; none without a session that said anything. */
export function leftOff({ state, project, session, privatePatterns, told }: LeftOffAsk, nowMs: number): Passage[] {
  const sessions = sessionsOf(state);
  const shown = (text: string): string => screen(cut(text), { privatePatterns }).text;
  const isNew = (sentence: string): boolean => !told.some((one) => saysTheSame(one, sentence));
  for (const { id, agent, file, endedMs = 0, parent } of sessions.list({
    project: project ?? "",
    limit: MOST_SESSIONS,
  })) {
    if (id === session || parent !== undefined || nowMs - endedMs > MOST_DAYS * DAY_MS) continue;
    const { asked, done } = sessions.endOf(id, MOST_ASKED);
    const typedOnes = asked.map(typedIn).filter((text) => text !== "");
    if (typedOnes.length === 0) continue;
    const newOnes = typedOnes.map((text) => sentencesOf(text).filter(isNew).join(" ")).filter((text) => text !== "");
    // "yes" says nothing about what it answers.
    const wanted = newOnes.find((text) => text.split(/\s+/).length >= LEAST_WORDS) ?? newOnes[0];
    // What an agent tells a reader to do is for a person to accept first.
    const report = shown(
      sentencesOf(done ?? "")
        .filter((sentence) => !instructs(sentence) && isNew(sentence))
        .join(" "),
    );
    const said = [
      ...(wanted === undefined ? [] : [`Last asked here: "${shown(wanted)}"`]),
      ...(report === "" ? [] : [`The agent ended with: "${report}"`]),
    ].join(" ");
    const label = `session of ${agent}, ${isoTime(endedMs).slice(0, 10)}`;
    const of = { source: file, relevance: 1, id };
    const failed = stillFailing(sessions, id);
    return [
      ...(said === "" ? [] : [{ ...of, label, text: said }]),
      ...(failed === undefined
        ? []
        : [{ ...of, id: `${id}.failed`, label, text: `Still failed at its end: \`${shown(failed)}\`` }]),
    ];
  }
  return [];
}

/** A command that failed among the last ones, and did not succeed afterwards. Compared by its first words: hooks load no shell reader. */
function stillFailing(sessions: ReturnType<typeof sessionsOf>, session: string): string | undefined {
  const succeeded = new Set<string>();
  for (const { command, status } of sessions.lastCommands(session, MOST_COMMANDS)) {
    const start = command.split(/\s+/).slice(0, 2).join(" ");
    if (status === "success") succeeded.add(start);
    else if (status === "failure" && !succeeded.has(start)) return command;
  }
  return undefined;
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+|\n+/).filter((sentence) => sentence.trim() !== "");
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= MOST_CHARS) return line;
  const end = line.lastIndexOf(" ", MOST_CHARS);
  return `${line.slice(0, end > MOST_CHARS / 2 ? end : MOST_CHARS).toWellFormed()}…`;
}
