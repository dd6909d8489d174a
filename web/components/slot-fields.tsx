/** An input for each slot of a workflow. */
import type { JSX } from "preact";

type Values = Readonly<Record<string, string>>;

type Props = {
  readonly slots: readonly string[];
  readonly values: Values;
  readonly onValues: (values: Values) => void;
};

export function SlotFields({ slots, values, onValues }: Props): JSX.Element {
  return (
    <>
      {slots.map((slot) => (
        <label key={slot} class="inline">
          {slot}
          <input
            required
            value={values[slot] ?? ""}
            onInput={({ currentTarget }) => onValues({ ...values, [slot]: currentTarget.value })}
          />
        </label>
      ))}
    </>
  );
}
