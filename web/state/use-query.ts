/** Loads data from the API for a view, and reloads it whenever the memory changes. */
import { useEffect, useRef, useState } from "preact/hooks";
import { type Fields, get } from "./api.ts";
import { shownPlace } from "./navigation.ts";
import { pulse } from "./server-status.ts";

export type Query<T> = { readonly data: T | undefined; readonly error: string | undefined; retry(): void };

export function useQuery<T>(path: string | undefined, fields: Fields = {}): Query<T> {
  const [data, setData] = useState<T | undefined>(undefined);
  const [error, setError] = useState<string | undefined>(undefined);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(0);
  const key = JSON.stringify([path, fields, shownPlace.value]);
  useEffect(() => {
    if (path === undefined) return;
    latest.current += 1;
    const mine = latest.current;
    get<T>(path, fields).then(
      (answer) => {
        if (mine !== latest.current) return;
        setData(answer);
        setError(undefined);
      },
      (failure: Error) => mine === latest.current && setError(failure.message),
    );
  }, [key, pulse.value?.mark, attempt]);
  return { data, error, retry: () => setAttempt(attempt + 1) };
}
