/** The addresses of a project's memory: `memory://root` and everything below it. */

export type ArtifactName =
  | { readonly at: "summary" }
  | { readonly at: "memory" }
  | { readonly at: "skill"; readonly name: string };

type Addressed =
  | { readonly outcome: "place"; readonly place: ArtifactName }
  | { readonly outcome: "refused"; readonly reason: string };

export const ROOT = "memory://root";

/** The last line of the summary: where to find the rest. */
export const POINTER = `More is at ${ROOT}: all of it in ${ROOT}/MEMORY.md, each playbook in ${ROOT}/skills/NAME/SKILL.md.`;

/** Exact match: nothing is decoded, folded or resolved, so that no other spelling leads anywhere. */
export function placeAt(address: string): Addressed {
  if (address === ROOT || address === `${ROOT}/`) return { outcome: "place", place: { at: "summary" } };
  if (address === `${ROOT}/MEMORY.md`) return { outcome: "place", place: { at: "memory" } };
  const name = /^memory:\/\/root\/skills\/([^/]*)\/SKILL\.md$/.exec(address)?.[1];
  if (name !== undefined && isSkillName(name)) return { outcome: "place", place: { at: "skill", name } };
  return {
    outcome: "refused",
    reason: `No such address. Use ${ROOT}, ${ROOT}/MEMORY.md or ${ROOT}/skills/NAME/SKILL.md.`,
  };
}

export function addressOf(place: ArtifactName): string {
  if (place.at === "summary") return ROOT;
  return place.at === "memory" ? `${ROOT}/MEMORY.md` : `${ROOT}/skills/${place.name}/SKILL.md`;
}

/** The rule of the Agent Skills format: up to 64 lower-case letters and digits, words joined by single hyphens. */
export function isSkillName(name: string): boolean {
  return name.length <= 64 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) && !name.includes("\n");
}
