/** The keys that work everywhere; Esc belongs to what lies on top, and the browser sees to that. */
import { go, isDrawerOpen, isPaletteOpen, VIEWS } from "./place.ts";

export const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ["Ctrl+K", "Everything there is to do"],
  ["Ctrl+M", "Memory"],
  ["Ctrl+J", "To the composer"],
  ["Alt+1 … Alt+7", "The views"],
  ["Esc", "Close what lies on top"],
  ["Ctrl+Enter", "In a plan: run what stands there"],
];

export function followKeys(): void {
  addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    const isCtrl = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const nth = event.altKey && !event.ctrlKey ? Number(/^Digit(\d)$/.exec(event.code)?.[1]) : Number.NaN;
    if (isCtrl && key === "k") isPaletteOpen.value = !isPaletteOpen.value;
    else if (isCtrl && key === "m") isDrawerOpen.value = !isDrawerOpen.value;
    else if (isCtrl && key === "j") toComposer();
    else if (VIEWS[nth - 1] !== undefined) go(VIEWS[nth - 1]![0]);
    else return;
    event.preventDefault();
  });
}

export function toComposer(): void {
  go("work");
  // After the view is there.
  setTimeout(() => document.getElementById("composer")?.focus(), 0);
}
