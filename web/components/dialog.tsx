/** A modal dialog: the browser keeps the focus inside and closes it on Esc; closing restores the focus. */
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Notices } from "./notices.tsx";

/** How many dialogs are open, one over the other. */
export const openDialogs = signal(0);

type Props = {
  readonly label: string;
  readonly kind: "drawer" | "centered" | "palette";
  readonly onClose: () => void;
  readonly children: ComponentChildren;
};

export function Dialog({ label, kind, onClose, children }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  const [level, setLevel] = useState(0);
  // Before the next key: an effect after painting would leave the first letters of a fast typist outside the dialog.
  useLayoutEffect(() => {
    const before = document.activeElement;
    box.current!.showModal();
    openDialogs.value += 1;
    setLevel(openDialogs.value);
    return () => {
      openDialogs.value -= 1;
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it too
    <dialog
      ref={box}
      class={`dialog ${kind}`}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === box.current && onClose()}
    >
      {children}
      {/* Only the topmost dialog can be reached by mouse and keyboard. */}
      {level === openDialogs.value && <Notices />}
    </dialog>
  );
}
