/** The groups that suggestions are shown in, the most useful first. */
import type { PendingSuggestion } from "../../../src/faces/http/routes/suggestions.ts";
import type { SuggestionView } from "../../../src/verbs/suggestion/sources/suggestion-view.ts";

export type Group = { readonly id: string; readonly title: string; readonly says: string };

const GROUPS = {
  changes: { title: "Changes to memory", says: "Agents or consolidation ask to add or change a record." },
  rules: { title: "Rules you repeat", says: "Accepted, agents get them at the start of a task." },
  perhaps: { title: "You said", says: "Said once, or in other words each time." },
  routines: { title: "Routines", says: "Accepted, they become workflows that you can run by name." },
  cures: { title: "Fixes", says: "Accepted, agents see them when the same command fails the same way." },
  commands: { title: "Habits", says: "Accepted, plans prefer them." },
} as const;

const GROUP_OF: Readonly<Partial<Record<SuggestionView["kind"], keyof typeof GROUPS>>> = {
  workflow_pattern: "routines",
  workflow: "routines",
  pitfall: "cures",
  preferred_cwd: "commands",
  recurring_command: "commands",
  accepted_substitution: "commands",
  habit: "commands",
};

/** What was surely said in two sessions is at least this certain. */
const REPEATED = 0.65;

export function groupOf({ act, kind, by, confidence, evidence }: PendingSuggestion): Group {
  const said = evidence.sessions > 1 && confidence >= REPEATED ? "rules" : "perhaps";
  const id = act === "keep" && by === "oldhand" ? (GROUP_OF[kind] ?? said) : "changes";
  return { id, ...GROUPS[id] };
}

/** In the order above; within a group as given. */
export function grouped<T extends PendingSuggestion>(all: readonly T[]): { group: Group; suggestions: T[] }[] {
  const byGroup = Map.groupBy(all, (one) => groupOf(one).id);
  return Object.keys(GROUPS).flatMap((id) => {
    const suggestions = byGroup.get(id);
    return suggestions === undefined ? [] : [{ group: groupOf(suggestions[0]!), suggestions }];
  });
}
