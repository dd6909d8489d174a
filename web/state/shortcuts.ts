/** Keyboard shortcuts that work everywhere; the browser itself closes dialogs on Esc. */
import { goTo, isDrawerOpen, isPaletteOpen, VIEWS } from "./navigation.ts";

export const SHORTCUTS: readonly (readonly [keys: string, action: string])[] = [
  ["Ctrl+K", "command palette"],
  ["Ctrl+M", "memory"],
  ["Ctrl+J", "composer"],
  ["Alt+1 … Alt+7", "views"],
  ["Esc", "close"],
  ["Ctrl+Enter", "run the plan"],
];

export function listenForShortcuts(): void {
  addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    const isCtrl = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const nth = event.altKey && !event.ctrlKey ? Number(/^Digit(\d)$/.exec(event.code)?.[1]) : Number.NaN;
    if (isCtrl && key === "k") isPaletteOpen.value = !isPaletteOpen.value;
    else if (isCtrl && key === "m") isDrawerOpen.value = !isDrawerOpen.value;
    else if (isCtrl && key === "j") focusComposer();
    else if (VIEWS[nth - 1] !== undefined) goTo(VIEWS[nth - 1]![0]);
    else return;
    event.preventDefault();
  });
}

export function focusComposer(): void {
  goTo("work");
  // The work view has to be rendered first.
  setTimeout(() => document.getElementById("composer")?.focus(), 0);
}
