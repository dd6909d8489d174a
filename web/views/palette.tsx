/** Everything there is to do, found by typing a few letters of it. */
import { useState } from "preact/hooks";
import { Dialog } from "../parts/dialog.tsx";
import { removeSample, showSample } from "../parts/sample-banner.tsx";
import { shownDir, tell } from "../state/ask.ts";
import { KEYS, toComposer } from "../state/keys.ts";
import { attempt, say } from "../state/notices.ts";
import { go, isDrawerOpen, isPaletteOpen, VIEWS } from "../state/place.ts";
import { standing } from "../state/standing.ts";

type Deed = { readonly name: string; readonly keys?: string; readonly does: () => void };

export function Palette() {
  const [words, setWords] = useState("");
  const [at, setAt] = useState(0);
  const close = (): void => {
    isPaletteOpen.value = false;
  };
  const found = deeds().filter(({ name }) =>
    words
      .toLowerCase()
      .split(/\s+/)
      .every((word) => name.toLowerCase().includes(word)),
  );
  const current = Math.min(at, found.length - 1);
  const act = (deed: Deed | undefined): void => {
    if (deed === undefined) return;
    close();
    // After the palette has given the focus back.
    setTimeout(deed.does, 0);
  };
  return (
    <Dialog label="Everything there is to do" kind="palette" onClose={close}>
      <input
        role="combobox"
        aria-label="What do you want to do?"
        aria-expanded="true"
        aria-controls="deeds"
        aria-activedescendant={current >= 0 ? `deed-${current}` : undefined}
        placeholder="What do you want to do?"
        value={words}
        onInput={({ currentTarget }) => {
          setWords(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") setAt(Math.min(current + 1, found.length - 1));
          else if (event.key === "ArrowUp") setAt(Math.max(current - 1, 0));
          else if (event.key === "Enter") act(found[current]);
          else return;
          event.preventDefault();
        }}
      />
      <div id="deeds" role="listbox" aria-label="What there is to do">
        {found.map((deed, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys
          <div
            key={deed.name}
            id={`deed-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === current}
            onClick={() => act(deed)}
          >
            <span>{deed.name}</span>
            {deed.keys !== undefined && <kbd>{deed.keys}</kbd>}
          </div>
        ))}
      </div>
      {found.length === 0 && <p class="muted">Nothing here is called so.</p>}
    </Dialog>
  );
}

function deeds(): Deed[] {
  const now = standing.value;
  const bringIn = async (path: string): Promise<void> => {
    const done = await attempt(() => tell<{ imported: number }>(path));
    if (done !== undefined) say(`${done.imported} taken in.`);
  };
  return [
    { name: "Write a command or a request", keys: "Ctrl+J", does: toComposer },
    { name: "Open memory", keys: "Ctrl+M", does: () => (isDrawerOpen.value = true) },
    ...VIEWS.map(([view, label], at) => ({ name: `Go to ${label}`, keys: `Alt+${at + 1}`, does: () => go(view) })),
    ...(now?.projects ?? [])
      .filter(({ id, paths }) => id !== now?.project?.id && paths.length > 0)
      .map(({ name, paths }) => ({ name: `Show project ${name}`, does: () => (shownDir.value = paths[0]) })),
    { name: "Import shell history", does: () => void bringIn("history/import") },
    { name: "Import agents' sessions", does: () => void bringIn("sessions/import") },
    {
      name: "Take back the last change to memory",
      does: () => void attempt(() => tell("records/undo")).then((done) => done && say("Taken back.")),
    },
    { name: "Show sample data", does: () => void showSample() },
    ...(now?.hasSample === true ? [{ name: "Remove sample data", does: () => void removeSample() }] : []),
    { name: "Keys", does: () => say(KEYS.map(([keys, does]) => `${keys}: ${does}`).join(" · ")) },
  ];
}
