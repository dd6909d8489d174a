/** The addresses under which a project's memory is read: `memory://root` and what stands below it. */

export type Place =
  | { readonly at: "summary" }
  | { readonly at: "memory" }
  | { readonly at: "skill"; readonly name: string };

type Addressed =
  | { readonly outcome: "place"; readonly place: Place }
  | { readonly outcome: "refused"; readonly reason: string };

export const ROOT = "memory://root";

/** Where a reader of the summary finds the rest; its last line. */
export const POINTER = `More is at ${ROOT}: all of it in ${ROOT}/MEMORY.md, each playbook in ${ROOT}/skills/NAME/SKILL.md.`;

/** To the letter: nothing is decoded, folded or resolved, so that no spelling leads anywhere else. */
export function placeAt(address: string): Addressed {
  if (address === ROOT || address === `${ROOT}/`) return { outcome: "place", place: { at: "summary" } };
  if (address === `${ROOT}/MEMORY.md`) return { outcome: "place", place: { at: "memory" } };
  const name = /^memory:\/\/root\/skills\/([^/]*)\/SKILL\.md$/.exec(address)?.[1];
  if (name !== undefined && isSkillName(name)) return { outcome: "place", place: { at: "skill", name } };
  return {
    outcome: "refused",
    reason: `There is no such address. Ask for ${ROOT}, ${ROOT}/MEMORY.md or ${ROOT}/skills/NAME/SKILL.md.`,
  };
}

export function addressOf(place: Place): string {
  if (place.at === "summary") return ROOT;
  return place.at === "memory" ? `${ROOT}/MEMORY.md` : `${ROOT}/skills/${place.name}/SKILL.md`;
}

/** As the Agent Skills format has it: up to 64 lower-case letters and digits, in words with one hyphen between them. */
export function isSkillName(name: string): boolean {
  return name.length <= 64 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) && !name.includes("\n");
}
