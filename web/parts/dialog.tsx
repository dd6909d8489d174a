/** Something that lies over the page: the browser keeps the focus inside, closes it on Esc, and gives the focus back. */
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Notices } from "./notices.tsx";

/** How many lie over each other. */
export const depth = signal(0);

type Props = {
  readonly label: string;
  readonly kind: "drawer" | "middle" | "palette";
  readonly onClose: () => void;
  readonly children: ComponentChildren;
};

export function Dialog({ label, kind, onClose, children }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  const [level, setLevel] = useState(0);
  useEffect(() => {
    const before = document.activeElement;
    box.current!.showModal();
    depth.value += 1;
    setLevel(depth.value);
    return () => {
      depth.value -= 1;
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc does the same
    <dialog
      ref={box}
      class={`dialog ${kind}`}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === box.current && onClose()}
    >
      {children}
      {/* What lies under the topmost cannot be reached. */}
      {level === depth.value && <Notices />}
    </dialog>
  );
}
