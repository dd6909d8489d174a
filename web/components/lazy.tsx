/** A component that is loaded when it is first shown. */
import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";

export function lazy<P extends object>(load: () => Promise<FunctionComponent<P>>): FunctionComponent<P> {
  let loaded: FunctionComponent<P> | undefined;
  return function Lazy(props: P) {
    const [state, setState] = useState<"loading" | "loaded" | "failed">(loaded === undefined ? "loading" : "loaded");
    useEffect(() => {
      if (loaded !== undefined) return;
      load().then(
        (component) => {
          loaded = component;
          setState("loaded");
        },
        () => setState("failed"),
      );
    }, []);
    if (loaded !== undefined) {
      const Loaded = loaded;
      return <Loaded {...props} />;
    }
    return <p class="muted loading">{state === "failed" ? "Loading failed. Reload the page." : "Loading …"}</p>;
  };
}
