/** Whether a media query matches now. */
import { useEffect, useState } from "preact/hooks";

export const NARROW = "(max-width: 42rem)";

export function useMediaQuery(query: string): boolean {
  const [isMatch, setMatch] = useState(matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const update = (): void => setMatch(list.matches);
    list.addEventListener("change", update);
    return () => list.removeEventListener("change", update);
  }, [query]);
  return isMatch;
}
