/** All commands; parsing, help, completions and the reference are generated from this table. */
import type { Command, CommandEntry } from "../command.ts";
import { agentCommands } from "./agents.ts";
import { guardCommands } from "./guards.ts";
import { historyCommands } from "./history.ts";
import { maintenanceCommands } from "./maintenance.ts";
import { recallCommands } from "./recall.ts";
import { projectCommands, recordCommands } from "./records.ts";
import { serveCommands } from "./serve.ts";
import { sessionCommands } from "./sessions.ts";
import { startCommands } from "./start.ts";
import { syncCommands } from "./sync.ts";
import { teamCommands } from "./team.ts";

type Section = { readonly title: string; readonly commands: readonly Command[] };

export const SECTIONS: readonly Section[] = [
  section("Start", startCommands),
  section("Recall and ask", recallCommands),
  section("History and workflows", historyCommands),
  section("Sessions, memory and tickets", sessionCommands),
  section("Records", recordCommands),
  section("Guards", guardCommands),
  section("Projects", projectCommands),
  section("Your machines", syncCommands),
  section("Your team", teamCommands),
  section("Team server", serveCommands),
  section("Maintenance", maintenanceCommands),
  section("Agents and shells", agentCommands),
];

export const COMMANDS: readonly Command[] = SECTIONS.flatMap(({ commands }) => commands);

/** Commands whose name starts with these words. */
export function commandsUnder(words: readonly string[]): readonly Command[] {
  return COMMANDS.filter((command) => words.every((word, at) => command.words[at] === word));
}

function section(title: string, entries: readonly CommandEntry[]): Section {
  const commands = entries.map((entry): Command => (entry.needs === undefined ? { ...entry, needs: "write" } : entry));
  return { title, commands };
}
