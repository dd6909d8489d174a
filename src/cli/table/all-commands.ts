/** All commands; parsing, help, completions and the reference are generated from this table. */
import type { Command } from "../command.ts";
import { agentCommands } from "./agents.ts";
import { historyCommands, initCommand } from "./history.ts";
import { maintenanceCommands } from "./maintenance.ts";
import { recallCommands } from "./recall.ts";
import { projectCommands, recordCommands } from "./records.ts";
import { memoryCommands, sessionCommands, ticketCommands } from "./sessions.ts";
import {
  completionCommand,
  helpCommand,
  sampleCommands,
  setupCommand,
  statusCommand,
  uiCommand,
  versionCommand,
} from "./start.ts";

export type Section = { readonly title: string; readonly commands: readonly Command[] };

export const SECTIONS: readonly Section[] = [
  {
    title: "Start",
    commands: [statusCommand, setupCommand, uiCommand, ...sampleCommands, helpCommand, versionCommand],
  },
  { title: "Recall and ask", commands: recallCommands },
  { title: "History and workflows", commands: historyCommands },
  { title: "Sessions, memory and tickets", commands: [...sessionCommands, ...memoryCommands, ...ticketCommands] },
  { title: "Records", commands: recordCommands },
  { title: "Projects", commands: projectCommands },
  { title: "Maintenance", commands: maintenanceCommands },
  { title: "Agents and shells", commands: [...agentCommands, initCommand, completionCommand] },
];

export const COMMANDS: readonly Command[] = SECTIONS.flatMap(({ commands }) => commands);

/** Commands whose name starts with these words. */
export function commandsUnder(words: readonly string[]): readonly Command[] {
  return COMMANDS.filter((command) => words.every((word, at) => command.words[at] === word));
}
