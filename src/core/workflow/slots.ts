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

/** Whether a command is this step with its slots filled. */
export function isFilled(step: string, command: string): boolean {
  const [first = "", ...others] = replaceSlots(step, () => "\0").split("\0");
  const last = others.pop();
  if (last === undefined) return command === step;
  if (!command.startsWith(first)) return false;
  let from = first.length;
  for (const part of others) {
    const at = command.indexOf(part, from + 1);
    if (at < 0) return false;
    from = at + part.length;
  }
  return command.length - last.length > from && command.endsWith(last);
}
