/** A dialog to pick one of many by typing a few letters: the input keeps the focus, arrow keys move, Enter picks. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "./dialog.tsx";

export type Choice = {
  readonly id: string;
  /** Found by its words. */
  readonly name: string;
  /** Shown at the right. */
  readonly detail?: ComponentChildren;
  readonly isCurrent?: boolean;
  readonly pick: () => void;
};

type Props = {
  readonly title: string;
  readonly listName: string;
  readonly placeholder: string;
  readonly choices: readonly Choice[];
  readonly onClose: () => void;
};

const MOST_SHOWN = 60;

export function Picker({ title, listName, placeholder, choices, onClose }: Props) {
  const [words, setWords] = useState("");
  const [at, setAt] = useState(0);
  const all = choices.filter(({ name }) =>
    words
      .toLowerCase()
      .split(/\s+/)
      .every((word) => name.toLowerCase().includes(word)),
  );
  const found = all.slice(0, MOST_SHOWN);
  const current = Math.min(at, found.length - 1);
  useEffect(() => document.getElementById(`choice-${current}`)?.scrollIntoView({ block: "nearest" }), [current]);
  const pick = (choice: Choice | undefined): void => {
    if (choice === undefined) return;
    onClose();
    // The dialog has to restore the focus first.
    setTimeout(choice.pick, 0);
  };
  return (
    <Dialog label={title} kind="palette" onClose={onClose}>
      <input
        role="combobox"
        aria-label={placeholder}
        aria-expanded="true"
        aria-controls="choices"
        aria-activedescendant={current >= 0 ? `choice-${current}` : undefined}
        placeholder={placeholder}
        value={words}
        onInput={({ currentTarget }) => {
          setWords(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") setAt(Math.min(current + 1, found.length - 1));
          else if (event.key === "ArrowUp") setAt(Math.max(current - 1, 0));
          else if (event.key === "Enter") pick(found[current]);
          else return;
          event.preventDefault();
        }}
      />
      <div id="choices" role="listbox" aria-label={listName}>
        {found.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input above handles the keys
          <div
            key={choice.id}
            id={`choice-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            onClick={() => pick(choice)}
          >
            <span class="choice-name">
              {choice.name}
              {choice.isCurrent === true && <span class="muted"> (shown)</span>}
            </span>
            {choice.detail}
          </div>
        ))}
      </div>
      {found.length === 0 && <p class="muted">Nothing matches.</p>}
      {all.length > found.length && <p class="muted">{all.length - found.length} more. Type to find one.</p>}
    </Dialog>
  );
}
