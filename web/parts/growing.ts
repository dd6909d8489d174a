/** Gives a field the height of what is written in it. */
import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

const BORDERS_PX = 2;

export function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.style.height = "auto";
    element.style.height = `${element.scrollHeight + BORDERS_PX}px`;
  }, [text]);
}
