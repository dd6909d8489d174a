/** The command palette: every action of the page, found by typing a few letters. */
import { useState } from "preact/hooks";
import { Dialog } from "../components/dialog.tsx";
import { counted } from "../components/format.ts";
import { post, shownDir } from "../state/api.ts";
import { goTo, isDrawerOpen, isPaletteOpen, VIEWS } from "../state/navigation.ts";
import { attempt, notify } from "../state/notices.ts";
import { serverStatus } from "../state/server-status.ts";
import { focusComposer, SHORTCUTS } from "../state/shortcuts.ts";
import { removeSample, showSample } from "./sample-banner.tsx";

type Action = { readonly name: string; readonly keys?: string; readonly run: () => void };

export function CommandPalette() {
  const [words, setWords] = useState("");
  const [at, setAt] = useState(0);
  const close = (): void => {
    isPaletteOpen.value = false;
  };
  const found = actions().filter(({ name }) =>
    words
      .toLowerCase()
      .split(/\s+/)
      .every((word) => name.toLowerCase().includes(word)),
  );
  const current = Math.min(at, found.length - 1);
  const run = (action: Action | undefined): void => {
    if (action === undefined) return;
    close();
    // The palette has to restore the focus first.
    setTimeout(action.run, 0);
  };
  return (
    <Dialog label="Command palette" kind="palette" onClose={close}>
      <input
        role="combobox"
        aria-label="Search commands"
        aria-expanded="true"
        aria-controls="actions"
        aria-activedescendant={current >= 0 ? `action-${current}` : undefined}
        placeholder="Search commands"
        value={words}
        onInput={({ currentTarget }) => {
          setWords(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") setAt(Math.min(current + 1, found.length - 1));
          else if (event.key === "ArrowUp") setAt(Math.max(current - 1, 0));
          else if (event.key === "Enter") run(found[current]);
          else return;
          event.preventDefault();
        }}
      />
      <div id="actions" role="listbox" aria-label="Commands">
        {found.map((action, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input above handles the keys
          <div
            key={action.name}
            id={`action-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            onClick={() => run(action)}
          >
            <span>{action.name}</span>
            {action.keys !== undefined && <kbd>{action.keys}</kbd>}
          </div>
        ))}
      </div>
      {found.length === 0 && <p class="muted">No command matches.</p>}
    </Dialog>
  );
}

function actions(): Action[] {
  const status = serverStatus.value;
  const importFrom = async (path: string, thing: string): Promise<void> => {
    const done = await attempt(() => post<{ imported: number }>(path));
    if (done !== undefined) notify(`${counted(done.imported, `new ${thing}`)} imported.`);
  };
  return [
    { name: "Write a command or a request", keys: "Ctrl+J", run: focusComposer },
    { name: "Open memory", keys: "Ctrl+M", run: () => (isDrawerOpen.value = true) },
    ...VIEWS.map(([view, label], at) => ({ name: `Go to ${label}`, keys: `Alt+${at + 1}`, run: () => goTo(view) })),
    ...(status?.projects ?? [])
      .filter(({ id, paths }) => id !== status?.project?.id && paths.length > 0)
      .map(({ name, paths }) => ({ name: `Show project ${name}`, run: () => (shownDir.value = paths[0]) })),
    { name: "Import shell history", run: () => void importFrom("history/import", "command") },
    { name: "Import agent sessions", run: () => void importFrom("sessions/import", "chunk") },
    {
      name: "Undo the last change to memory",
      run: () => void attempt(() => post("records/undo")).then((done) => done && notify("Undone.")),
    },
    { name: "Show sample data", run: () => void showSample() },
    ...(status?.hasSample === true ? [{ name: "Remove sample data", run: () => void removeSample() }] : []),
    {
      name: "Keyboard shortcuts",
      run: () => notify(SHORTCUTS.map(([keys, action]) => `${keys}: ${action}`).join(" · ")),
    },
  ];
}
