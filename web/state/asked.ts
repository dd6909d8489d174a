/** What a view asked for, asked again whenever something that is kept has changed. */
import { useEffect, useRef, useState } from "preact/hooks";
import { ask, type Fields, shownDir } from "./ask.ts";
import { pulse } from "./standing.ts";

export type Asked<T> = { readonly data: T | undefined; readonly failed: string | undefined; again(): void };

export function useAsked<T>(path: string | undefined, fields: Fields = {}): Asked<T> {
  const [data, setData] = useState<T | undefined>(undefined);
  const [failed, setFailed] = useState<string | undefined>(undefined);
  const [turn, setTurn] = useState(0);
  const latest = useRef(0);
  const key = JSON.stringify([path, fields, shownDir.value]);
  useEffect(() => {
    if (path === undefined) return;
    latest.current += 1;
    const mine = latest.current;
    ask<T>(path, fields).then(
      (answer) => {
        if (mine !== latest.current) return;
        setData(answer);
        setFailed(undefined);
      },
      (error: Error) => mine === latest.current && setFailed(error.message),
    );
  }, [key, pulse.value?.mark, turn]);
  return { data, failed, again: () => setTurn(turn + 1) };
}
