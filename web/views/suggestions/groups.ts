/** The groups that suggestions are shown in, the most useful first. */
import type { SuggestionView } from "../../../src/verbs/suggestions/suggestion-view.ts";

export type Group = { readonly id: string; readonly title: string; readonly says: string };

const GROUPS = {
  changes: { title: "Changes to memory", says: "Agents or consolidation ask to change a record." },
  rules: { title: "Rules you repeat", says: "Accepted, agents get them at the start of a task." },
  routines: { title: "Routines", says: "Accepted, they become workflows that you can run by name." },
  cures: { title: "Cures", says: "Accepted, agents see them when the same command fails the same way." },
  commands: { title: "Commands and places", says: "Accepted, plans prefer them." },
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

type Grouped = Pick<SuggestionView, "act" | "kind">;

export function groupOf({ act, kind }: Grouped): Group {
  const id = act === "keep" ? (GROUP_OF[kind] ?? "rules") : "changes";
  return { id, ...GROUPS[id] };
}

/** In the order above; within a group as given. */
export function grouped<T extends Grouped>(all: readonly T[]): { group: Group; suggestions: T[] }[] {
  const byGroup = Map.groupBy(all, (one) => groupOf(one).id);
  return Object.keys(GROUPS).flatMap((id) => {
    const suggestions = byGroup.get(id);
    return suggestions === undefined ? [] : [{ group: groupOf(suggestions[0]!), suggestions }];
  });
}
