/** What the grounded planner chooses from. */
import type { Known, Material } from "../plan/grounded/grounded.ts";
import type { House } from "./house.ts";

export async function plannerMaterial({ search, store }: House, _request: string): Promise<Material> {
  const workflows = await search.where({ types: ["workflow"], statuses: ["active"] });
  const events = await store.events.recent({ limit: 50 });
  const rejected = new Set(events.filter(({ status }) => status === "rejected").map(({ command }) => String(command)));
  return {
    known: [
      ...workflows.map(
        ({ record }): Known => ({
          command: (record.steps ?? []).join(" && "),
          source: "workflow",
          label: record.key,
          workflow: record.id,
        }),
      ),
      ...events.map(({ command }): Known => ({ command, source: "history", label: command })),
    ].filter(({ command }) => !rejected.has(command)),
  };
}
