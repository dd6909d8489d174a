/** The slots of a workflow's steps, and the formats that it can be exported to. */

/** A backslash before a slot makes it plain text. */
const SLOT = /(?<![\\<])<([A-Za-z][\w-]{0,39})>/g;

/** Names in order, each once. */
export function slotsIn(step: string): string[] {
  return [...new Set([...step.matchAll(SLOT)].map(([, name = ""]) => name))];
}

export function replaceSlots(step: string, replacement: (name: string) => string): string {
  return step.replace(SLOT, (_, name: string) => replacement(name));
}

export function stepsText(steps: readonly string[]): string {
  return steps.join(" → ");
}

/** Here, so that listing them loads no exporter. */
export const EXPORT_FORMATS = ["justfile", "npm", "make", "skill", "sh"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
