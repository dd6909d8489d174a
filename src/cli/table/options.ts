/** The options that several commands share, and those that every command accepts. */
import { ACTORS } from "../../core/event/event.ts";
import { GUARD_MODES } from "../../core/guard/guard.ts";
import { CATEGORIES, PRIORITIES, TYPES } from "../../core/record/record.ts";
import { listOf } from "../../core/text/wording.ts";
import type { Option, Positional } from "../command.ts";
import { DEFAULT_LIMIT } from "../parse/values.ts";

export const GLOBAL_OPTIONS: readonly Option[] = [
  { name: "json", help: "Print one JSON document to stdout and nothing else." },
  { name: "directory", short: "C", value: "DIR", help: "Run as if started in DIR." },
  {
    name: "scope",
    value: "SCOPE",
    offers: ["global", "project"],
    help: "global (you, everywhere) or project (the project of this directory). By default a write goes to the project if there is one, and a read covers both.",
  },
  { name: "no-color", help: "Print without colour; NO_COLOR=1 does the same." },
  { name: "help", short: "h", help: "Show help for a command." },
  { name: "version", short: "V", help: "Print the version." },
];

export const ID: Positional = { name: "ID", help: "The record's id, or a unique part of it." };

export const TYPE: Option = {
  name: "type",
  value: "TYPE",
  help: `The type of record: ${listOf(TYPES, "or")}.`,
  choices: TYPES,
};

export const CATEGORY: Option = {
  name: "category",
  value: "CATEGORY",
  help: `The category of record: ${listOf(CATEGORIES, "or")}.`,
  choices: CATEGORIES,
};

export const LIMIT: Option = { name: "limit", value: "N", help: `Show at most N (default ${DEFAULT_LIMIT}).` };

export const EVERYWHERE: Option = { name: "everywhere", help: "Across all your projects." };

export const ACTOR: Option = {
  name: "actor",
  value: "ACTOR",
  help: "Only commands run by a person or by an agent.",
  choices: ACTORS,
};

export const TAG: Option = { name: "tag", value: "TAG", help: "Add a tag.", repeatable: true };

export const SET: Option = {
  name: "set",
  value: "SLOT=VALUE",
  help: "Set the value of a workflow slot.",
  repeatable: true,
};

export const PORT: Option = { name: "port", value: "N", help: "The port; 0 is any free one (default)." };

export const DRY_RUN: Option = { name: "dry-run", help: "Show what would be done, and change nothing." };

export const YES: Option = { name: "yes", help: "Do not ask for confirmation." };

/** A guard: what a program can check before a command or an edit. */
const GUARD_OPTIONS: readonly Option[] = [
  {
    name: "deny",
    value: "PATTERN",
    help: 'Guard: this command is not to be run, such as "git push --force".',
    repeatable: true,
  },
  { name: "instead", value: "A=B", help: "Guard: run B in place of A, such as npm=pnpm.", repeatable: true },
  {
    name: "require",
    value: "COMMAND=FLAG",
    help: 'Guard: the command needs the flag, such as "terraform apply=-var-file".',
    repeatable: true,
  },
  {
    name: "first",
    value: "A=B",
    help: 'Guard: B must have succeeded before A, such as "git push=npm test".',
    repeatable: true,
  },
  {
    name: "protect",
    value: "GLOB",
    help: "Guard: these files are not to be changed, such as 'generated/**'.",
    repeatable: true,
  },
  { name: "except", value: "PATTERN", help: "Guard: but not with this, such as --force-with-lease.", repeatable: true },
  {
    name: "mode",
    value: "MODE",
    help: "Guard: warn, ask or deny; default: the setting guard.mode.",
    choices: GUARD_MODES,
  },
];

/** The fields of a record that can be set, besides its text. */
export const RECORD_FIELDS: readonly Option[] = [
  TYPE,
  {
    name: "key",
    value: "KEY",
    help: "What it is about, such as package-manager. A new record with the same key replaces the old one.",
  },
  { name: "priority", value: "PRIORITY", help: `The priority: ${listOf(PRIORITIES, "or")}.`, choices: PRIORITIES },
  TAG,
  {
    name: "path",
    value: "GLOB",
    help: "Apply it only to matching files of the project, such as 'src/api/**'.",
    repeatable: true,
  },
  { name: "alias", value: "ALIAS", help: "Another name to find it by.", repeatable: true },
  { name: "keyword", value: "WORD", help: "Another word to find it by.", repeatable: true },
  { name: "expires", value: "DATE", help: "Archive it on this date, such as 2027-01-31." },
  ...GUARD_OPTIONS,
];
