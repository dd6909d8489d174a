/** The project switch: everything first, then each project with how much is stored for it, the latest activity first. */
import type { StoredCounts } from "../../src/faces/http/routes/status.ts";
import { ago, counted } from "../components/format.ts";
import { Picker } from "../components/picker.tsx";
import { EVERYWHERE, isEverywhere, isProjectMenuOpen, shownPlace, showPlace } from "../state/navigation.ts";
import { serverStatus } from "../state/server-status.ts";

type Place = { readonly place: string | undefined; readonly name: string; readonly counts: StoredCounts } & {
  readonly lastMs?: number | undefined;
};

/** A project whose directory is gone cannot be opened; what it left is found everywhere. */
export function placesToShow(): Place[] {
  const status = serverStatus.value;
  if (status === undefined) return [];
  const { project, projects } = status;
  const isNew = !isEverywhere.value && shownPlace.value === undefined && !projects.some(({ id }) => id === project?.id);
  return [
    { place: EVERYWHERE, name: "Everywhere", counts: status.everywhere },
    ...(isNew ? [{ place: undefined, name: project?.name ?? "This directory", counts: status.here }] : []),
    ...projects
      .filter(({ root }) => root !== undefined)
      .map(({ id, name, lastMs, ...counts }) => ({ place: id, name, counts, lastMs })),
  ];
}

export function shownName(): string {
  const status = serverStatus.value;
  if (isEverywhere.value) return "Everywhere";
  return status === undefined ? "…" : (status.project?.name ?? "This directory");
}

export function ProjectMenu() {
  const shown = isEverywhere.value ? EVERYWHERE : (serverStatus.value?.project?.id ?? shownPlace.value);
  return (
    <Picker
      title="Switch project"
      listName="Projects"
      placeholder="Find a project"
      choices={placesToShow().map(({ place, name, counts, lastMs }) => ({
        id: place ?? "start",
        name,
        isCurrent: place === shown,
        detail: (
          <span class="place-counts muted">
            <span>{countsOf(counts)}</span>
            <span class="when">{lastMs === undefined ? "" : ago(lastMs)}</span>
          </span>
        ),
        pick: () => showPlace(place),
      }))}
      onClose={() => {
        isProjectMenuOpen.value = false;
      }}
    />
  );
}

export function countsOf({ commands, sessions, records }: StoredCounts): string {
  const parts = [
    ...(commands > 0 ? [counted(commands, "command")] : []),
    ...(sessions > 0 ? [counted(sessions, "session")] : []),
    ...(records > 0 ? [counted(records, "record")] : []),
  ];
  return parts.join(" · ") || "nothing yet";
}
