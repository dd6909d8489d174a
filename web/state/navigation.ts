/** The current view, kept in the address so that reload and back work, and which dialogs are open over it. */
import { signal } from "@preact/signals";
import { loginKey } from "./access.ts";

export const VIEWS = [
  ["work", "Work"],
  ["recall", "Recall"],
  ["workflows", "Workflows"],
  ["sessions", "Sessions"],
  ["suggestions", "Suggestions"],
  ["insights", "Insights"],
  ["settings", "Settings"],
] as const;
export type View = (typeof VIEWS)[number][0];

/** Addresses of earlier versions. */
const FORMER_NAMES: Readonly<Record<string, View>> = { pictures: "insights" };

export const view = signal<View>(viewIn(location.hash));
export const isDrawerOpen = signal(false);
export const isPaletteOpen = signal(false);
/** The record shown next to the list in the memory drawer. */
export const selectedRecord = signal<string | undefined>(undefined);

export function goTo(to: View): void {
  location.hash = `#${to}`;
}

export function followAddress(): void {
  addEventListener("hashchange", () => {
    // A new login address was opened in this tab, which does not load the page again.
    if (loginKey() !== undefined) return location.reload();
    view.value = viewIn(location.hash);
  });
}

function viewIn(hash: string): View {
  const name = hash.replace(/^#/, "");
  return FORMER_NAMES[name] ?? VIEWS.find(([known]) => known === name)?.[0] ?? "work";
}
