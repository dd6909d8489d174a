/** The fields that several verbs share. */
import { ACTORS } from "../../core/event/event.ts";
import { CATEGORIES, PRIORITIES, TYPES } from "../../core/record/record.ts";
import { listOf } from "../../core/text/wording.ts";
import { fields } from "./field.ts";

export const DEFAULT_LIMIT = 25;

export const {
  ID,
  TYPE,
  CATEGORY,
  PRIORITY,
  SCOPE,
  LIMIT,
  EVERYWHERE,
  ACTOR,
  TAGS,
  STEPS,
  SET,
  DRY_RUN,
  YES,
  WHY,
  PORT,
} = fields({
  ID: { type: "line", at: "word", required: true, help: "The record's id, or a unique part of it." },
  TYPE: { type: "choice", choices: TYPES, help: `The type of record: ${listOf(TYPES, "or")}.` },
  CATEGORY: { type: "choice", choices: CATEGORIES, help: `The category of record: ${listOf(CATEGORIES, "or")}.` },
  PRIORITY: { type: "choice", choices: PRIORITIES, help: `The priority: ${listOf(PRIORITIES, "or")}.` },
  /** Every command accepts it: as an option it is among the global ones. */
  SCOPE: { type: "scope", help: "global (you, everywhere) or project (the project of this directory)." },
  LIMIT: { type: "number", label: "N", help: `Show at most N (default ${DEFAULT_LIMIT}).` },
  EVERYWHERE: { type: "flag", help: "Across all your projects." },
  ACTOR: { type: "choice", choices: ACTORS, help: "Only commands run by a person or by an agent." },
  TAGS: { type: "line", many: true, option: "tag", help: "Add a tag." },
  STEPS: {
    type: "text",
    many: true,
    most: 200,
    option: "step",
    label: "CMD",
    help: "A step; repeat it for each step, in order.",
  },
  SET: { type: "pairs", label: "SLOT=VALUE", help: "Set the value of a workflow slot." },
  DRY_RUN: { type: "flag", help: "Show what would be done, and change nothing." },
  YES: { type: "flag", help: "Do not ask for confirmation." },
  WHY: { type: "line", isTyped: false, help: "Why, in one sentence." },
  PORT: { type: "number", least: 0, most: 65_535, label: "N", help: "The port; 0 is any free one (default)." },
});
