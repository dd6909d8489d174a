/** Keeps the place of somebody who uses the keyboard when the item with the focused button is about to go. */

/** To the next item of the list, else to the first part of the space that can be opened. */
export function focusNext(button: HTMLElement): void {
  const next = button.closest("li, article")?.nextElementSibling?.querySelector("button");
  (next ?? button.closest("section")?.querySelector("summary"))?.focus();
}
