/** Commands that everybody runs between others: alone they say nothing about how a person works. */

const HOUSEKEEPING =
  /^git (?:add|branch|checkout|commit|diff|fetch|log|merge|pull|push|rebase|reset|restore|show|stash|status|switch)$/;

function isHousekeeping(family: string): boolean {
  return HOUSEKEEPING.test(family);
}

/** How many different commands of a sequence are not housekeeping. */
export function ownCommands(families: readonly string[]): number {
  return new Set(families.filter((family) => !isHousekeeping(family))).size;
}
