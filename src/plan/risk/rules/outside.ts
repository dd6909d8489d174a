/** Commands that write or delete outside the project, or in folders that only git should write. */
import { isOneOf, type ParsedCommand } from "../../../core/command/parsed-command.ts";
import { locationOf, type PathLocation, type RunPlace } from "../path-location.ts";
import { writtenBy } from "../written-paths.ts";
import type { Rule } from "./rule.ts";

const OUTSIDE: readonly PathLocation[] = ["system", "above", "settings", "elsewhere"];

export const OUTSIDE_RULES: readonly Rule[] = [
  {
    name: "removes-outside",
    risk: "high",
    touches: ["files", "outside"],
    says: "Deletes files outside the project.",
    sees: "command",
    when: (command, place) => removes(command) && writesTo(command, place, OUTSIDE),
  },
  writes("writes-system", ["system", "above"], "Writes to system folders or to a folder above the project."),
  writes("writes-settings", ["settings"], "Writes to settings in the home directory."),
  writes(
    "writes-outside",
    ["elsewhere", "unknown"],
    "Writes outside the project, or to a path that is only known at run time.",
  ),
  writes("writes-git", ["git"], "Writes into .git, which holds hooks and settings."),
  { ...writes("writes-temporary", ["temporary"], "Writes to the temporary folder."), risk: "medium" },
];

function writes(name: string, locations: readonly PathLocation[], says: string): Rule {
  return {
    name,
    risk: "high",
    touches: ["files", "outside"],
    says,
    sees: "command",
    // A deleted file is not said to be written as well.
    when: (command, place) =>
      writesTo(
        command,
        place,
        removes(command) ? locations.filter((location) => !OUTSIDE.includes(location)) : locations,
      ),
  };
}

const removes = (command: ParsedCommand): boolean => isOneOf(command, "rm rmdir unlink shred rimraf");

function writesTo(command: ParsedCommand, place: RunPlace, locations: readonly PathLocation[]): boolean {
  return writtenBy(command).some((word) => locations.includes(locationOf(word, place)));
}
