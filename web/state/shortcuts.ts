/** Keyboard shortcuts that work everywhere; a dialog closes itself on Esc. */
import { closeDrawer, goTo, isDrawerOpen, isPaletteOpen, isProjectMenuOpen } from "./navigation.ts";
import { shownViews } from "./server-status.ts";

export const SHORTCUTS: readonly (readonly [keys: string, action: string])[] = [
  ["Ctrl+K", "command palette"],
  ["Ctrl+M", "memory"],
  ["Ctrl+J", "composer"],
  ["Alt+1 … Alt+9", "views"],
  ["Alt+0", "switch project"],
  ["Esc", "close"],
  ["Ctrl+Enter", "run the plan"],
  ["↑ ↓", "move through a list"],
  ["a, e, d", "accept, edit, dismiss a suggestion"],
  ["x", "select a suggestion"],
];

export function listenForShortcuts(): void {
  addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    const isCtrl = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const nth = event.altKey && !event.ctrlKey ? Number(/^Digit(\d)$/.exec(event.code)?.[1]) : Number.NaN;
    if (isCtrl && key === "k") isPaletteOpen.value = !isPaletteOpen.value;
    else if (isCtrl && key === "m") isDrawerOpen.value ? closeDrawer() : goTo("memory");
    else if (isCtrl && key === "j") focusComposer();
    else if (nth === 0) isProjectMenuOpen.value = !isProjectMenuOpen.value;
    else if (shownViews.value[nth - 1] !== undefined) goTo(shownViews.value[nth - 1]![0]);
    else return;
    event.preventDefault();
  });
}

export function focusComposer(): void {
  goTo("work");
  // The work view has to be rendered first.
  setTimeout(() => document.getElementById("composer")?.focus(), 0);
}
