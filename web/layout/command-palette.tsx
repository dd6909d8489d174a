/** The command palette: every action of the page, found by typing a few letters. */
import { counted } from "../components/format.ts";
import { type Choice, Picker } from "../components/picker.tsx";
import { post } from "../state/api.ts";
import { goTo, isPaletteOpen, isProjectMenuOpen, shownPlace, showPlace } from "../state/navigation.ts";
import { attempt, notify } from "../state/notices.ts";
import { serverStatus, shownViews } from "../state/server-status.ts";
import { focusComposer, SHORTCUTS } from "../state/shortcuts.ts";
import { placesToShow } from "./project-menu.tsx";
import { removeSample, showSample } from "./sample-banner.tsx";

type Action = { readonly name: string; readonly keys?: string; readonly run: () => void };

export function CommandPalette() {
  return (
    <Picker
      title="Command palette"
      listName="Commands"
      placeholder="Search commands"
      choices={actions().map(
        ({ name, keys, run }): Choice => ({
          id: name,
          name,
          pick: run,
          ...(keys !== undefined && { detail: <kbd>{keys}</kbd> }),
        }),
      )}
      onClose={() => {
        isPaletteOpen.value = false;
      }}
    />
  );
}

function actions(): Action[] {
  const importFrom = async (path: string, thing: string): Promise<void> => {
    const done = await attempt(() => post<{ imported: number }>(path));
    if (done !== undefined) notify(`${counted(done.imported, `new ${thing}`)} imported.`);
  };
  return [
    { name: "Write a command or a request", keys: "Ctrl+J", run: focusComposer },
    ...shownViews.value.map(([view, label], at) => ({
      name: `Go to ${label}`,
      keys: `Alt+${at + 1}`,
      run: () => goTo(view),
    })),
    { name: "Switch project", keys: "Alt+0", run: () => (isProjectMenuOpen.value = true) },
    ...placesToShow()
      .filter(({ place }) => place !== shownPlace.value)
      .map(({ name, place }) => ({ name: `Show ${name}`, run: () => showPlace(place) })),
    { name: "Import shell history", run: () => void importFrom("history/import", "command") },
    { name: "Import agent sessions", run: () => void importFrom("session/import", "chunk") },
    {
      name: "Undo the last change to memory",
      run: () => void attempt(() => post("record/undo")).then((done) => done && notify("Undone.")),
    },
    { name: "Show sample data", run: () => void showSample() },
    ...(serverStatus.value?.hasSample === true ? [{ name: "Remove sample data", run: () => void removeSample() }] : []),
    {
      name: "Keyboard shortcuts",
      run: () => notify(SHORTCUTS.map(([keys, action]) => `${keys}: ${action}`).join(" · ")),
    },
  ];
}
