/** A workflow that fits the request and needs values first. */

import { useEffect, useRef, useState } from "preact/hooks";
import { SlotFields } from "../parts/slot-fields.tsx";
import { visible } from "../parts/words.ts";
import { putAside, submit } from "../state/plan.ts";

type Props = { readonly slots: readonly string[]; readonly request: string; readonly command: string };

export function PlanSlots({ slots, request, command }: Props) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current!.querySelector("input")?.focus(), []);
  return (
    <section ref={box} class="plan" aria-label="Plan" onKeyDown={({ key }) => key === "Escape" && putAside()}>
      <h3>{visible(request)}</h3>
      <code>{visible(command)}</code>
      <form
        class="acts"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(request, "request", values);
        }}
      >
        <SlotFields slots={slots} values={values} onValues={setValues} />
        <button type="submit" class="main">
          Plan with these
        </button>
        <button type="button" onClick={putAside}>
          Close
        </button>
      </form>
    </section>
  );
}
