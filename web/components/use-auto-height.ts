/** Makes a text area as high as its text. */
import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

const BORDERS_PX = 2;

export function useAutoHeight(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const fit = (): void => {
      const element = field.current;
      if (element === null) return;
      element.style.height = "auto";
      element.style.height = `${element.scrollHeight + BORDERS_PX}px`;
    };
    fit();
    addEventListener("resize", fit);
    return () => removeEventListener("resize", fit);
  }, [text]);
}
