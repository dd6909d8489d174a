/** The options that several commands share, and those that every command takes. */
import { CATEGORIES, PRIORITIES, TYPES } from "../../core/record/record.ts";
import type { Option, Positional } from "../command.ts";

export const GLOBAL_OPTIONS: readonly Option[] = [
  { name: "json", says: "Print one JSON document and nothing else on stdout." },
  { name: "directory", short: "C", value: "DIR", says: "Act as if started in DIR." },
  {
    name: "scope",
    value: "SCOPE",
    says: "global: you, everywhere; project: the project of this directory. Writes go to the project inside one, reads take both.",
  },
  { name: "no-color", says: "Print without colour; NO_COLOR=1 does the same." },
  { name: "help", short: "h", says: "Show what a command does and takes." },
  { name: "version", short: "V", says: "Print the version." },
];

export const ID: Positional = { name: "ID", says: "The record's id; it may be shortened while it is unique." };

export const TYPE: Option = { name: "type", value: "TYPE", says: `One of ${TYPES.join(", ")}.`, choices: TYPES };

export const CATEGORY: Option = {
  name: "category",
  value: "CATEGORY",
  says: `One of ${CATEGORIES.join(", ")}.`,
  choices: CATEGORIES,
};

/** What can be said about a record beside its words. */
export const MARKS: readonly Option[] = [
  TYPE,
  {
    name: "key",
    value: "KEY",
    says: "What it is about, such as package-manager; a new record on the same key replaces the old one.",
  },
  { name: "priority", value: "PRIORITY", says: `One of ${PRIORITIES.join(", ")}.`, choices: PRIORITIES },
  { name: "tag", value: "TAG", says: "A word to group it by.", repeatable: true },
  { name: "path", value: "GLOB", says: "Narrows it to files of the project, such as 'src/api/**'.", repeatable: true },
  { name: "alias", value: "ALIAS", says: "Another name under which it is found.", repeatable: true },
  { name: "keyword", value: "WORD", says: "A further word that finds it.", repeatable: true },
  { name: "expires", value: "DATE", says: "Archive it on this day, such as 2027-01-31." },
];
