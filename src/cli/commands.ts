/** The one table of commands: parsing, help, completions and the reference are made from it. */
import type { Command } from "./command.ts";
import { agentCommands } from "./table/agents.ts";
import { askingCommands } from "./table/asking.ts";
import { careCommands } from "./table/care.ts";
import { projectCommands } from "./table/projects.ts";
import { recordCommands } from "./table/records.ts";
import {
  completionCommand,
  helpCommand,
  sampleCommands,
  setupCommand,
  statusCommand,
  uiCommand,
  versionCommand,
} from "./table/shell.ts";
import { initCommand, terminalCommands } from "./table/terminal.ts";
import { memoryCommands, sessionCommands, ticketCommands } from "./table/tickets.ts";

export type Section = { readonly title: string; readonly commands: readonly Command[] };

export const SECTIONS: readonly Section[] = [
  { title: "Start", commands: [statusCommand, setupCommand, uiCommand, ...sampleCommands, helpCommand] },
  { title: "Ask", commands: askingCommands },
  { title: "What was run", commands: terminalCommands },
  { title: "Sessions and tickets", commands: [...sessionCommands, ...memoryCommands, ...ticketCommands] },
  { title: "Records", commands: recordCommands },
  { title: "This project", commands: projectCommands },
  { title: "Care", commands: careCommands },
  { title: "Agents", commands: agentCommands },
  { title: "Shell", commands: [initCommand, completionCommand, versionCommand] },
];

export const COMMANDS: readonly Command[] = SECTIONS.flatMap(({ commands }) => commands);

/** Commands whose name starts with these words. */
export function commandsUnder(words: readonly string[]): readonly Command[] {
  return COMMANDS.filter((command) => words.every((word, at) => command.words[at] === word));
}
