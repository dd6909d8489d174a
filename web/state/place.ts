/** Which view is shown, kept in the address so that reload and back work, and what lies over it. */
import { signal } from "@preact/signals";

export const VIEWS = [
  ["work", "Work"],
  ["recall", "Recall"],
  ["workflows", "Workflows"],
  ["sessions", "Sessions"],
  ["suggestions", "Suggestions"],
  ["pictures", "Pictures"],
  ["settings", "Settings"],
] as const;
export type View = (typeof VIEWS)[number][0];

export const view = signal<View>(viewIn(location.hash));
export const isDrawerOpen = signal(false);
export const isPaletteOpen = signal(false);

export function go(to: View): void {
  location.hash = `#${to}`;
}

export function followAddress(): void {
  addEventListener("hashchange", () => {
    view.value = viewIn(location.hash);
  });
}

function viewIn(hash: string): View {
  const name = hash.replace(/^#/, "");
  return VIEWS.find(([known]) => known === name)?.[0] ?? "work";
}
