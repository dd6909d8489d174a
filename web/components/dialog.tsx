/** A modal dialog and its footer: the browser keeps the focus inside; Esc closes it, and closing restores the focus. */
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
    const dialog = box.current!;
    dialog.showModal();
    openDialogs.value += 1;
    setLevel(openDialogs.value);
    return () => {
      openDialogs.value -= 1;
      // Nothing outside of an open modal dialog can get the focus.
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  // The browser would close it too, but report that only after the next key.
  const closeOnEscape = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  return (
    <dialog
      ref={box}
      class={`dialog ${kind}`}
      aria-label={label}
      onClose={() => box.current?.isConnected && onClose()}
      onKeyDown={closeOnEscape}
      onClick={(event) => event.target === box.current && onClose()}
    >
      {children}
      {/* Only the topmost dialog can be reached by mouse and keyboard. */}
      {level === openDialogs.value && <Notices />}
    </dialog>
  );
}

type FooterProps = {
  /** What the dialog does. */
  readonly does: string;
  /** Without one, the button submits the form around it. */
  readonly onDo?: () => void;
  readonly isReady?: boolean;
  readonly onCancel: () => void;
};

export function DialogFooter({ does, onDo, isReady = true, onCancel }: FooterProps) {
  return (
    <footer>
      <button type={onDo === undefined ? "submit" : "button"} class="main" disabled={!isReady} onClick={onDo}>
        {does}
      </button>
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
    </footer>
  );
}
