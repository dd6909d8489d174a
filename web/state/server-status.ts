/** The server's status (projects, counts, sample data), kept current by its stream of live events. */
import { computed, effect, signal } from "@preact/signals";
import type { Status } from "../../src/faces/http/routes/status.ts";
import type { Pulse } from "../../src/verbs/history/history-verbs.ts";
import { get } from "./api.ts";
import { type Connection, followEvents } from "./event-stream.ts";
import { EVERYWHERE, isEverywhere, shownPlace, showPlace, VIEWS } from "./navigation.ts";

export const serverStatus = signal<Status | undefined>(undefined);
export const pulse = signal<Pulse | undefined>(undefined);
export const connection = signal<Connection>("open");

/** How much is stored for what is shown. */
export const storedHere = computed(() => {
  const status = serverStatus.value;
  return isEverywhere.value ? status?.everywhere : status?.here;
});

/** Without a space or a remote there is nothing to see in Team. */
export const shownViews = computed(() =>
  VIEWS.filter(([name]) => name !== "team" || serverStatus.value?.isShared === true),
);

const projectNames = computed(
  () => new Map<string, string>((serverStatus.value?.projects ?? []).map(({ id, name }) => [id, name])),
);

export function projectName(id: string | undefined): string | undefined {
  return id === undefined ? undefined : (projectNames.value.get(id) ?? id);
}

/** A path as a person writes it. */
export function shortPath(path: string): string {
  const home = serverStatus.value?.personHome;
  return home != null && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

type Listener = (data: never) => void;
const listeners = new Map<string, Listener>();

/** One listener for each event name; call it before `connectLive`. */
export function onLiveEvent<T>(event: string, listener: (data: T) => void): void {
  listeners.set(event, listener as Listener);
}

/** Opens on the project of the start directory if it has something to show, else on everything. */
export async function chooseStart(): Promise<void> {
  if (shownPlace.value !== undefined) return;
  await refreshStatus();
  const status = serverStatus.value;
  if (status !== undefined && isEmpty(status.here) && !isEmpty(status.everywhere))
    showPlace(EVERYWHERE, { isNew: false });
}

export function connectLive(): void {
  onLiveEvent<Pulse>("pulse", (data) => {
    pulse.value = data;
  });
  // The project is gone or cannot be read.
  onLiveEvent("project-error", () => showPlace(isEverywhere.value ? undefined : EVERYWHERE, { isNew: false }));
  effect(() => {
    const place = shownPlace.value;
    return followEvents(`live${place === undefined ? "" : `?in=${encodeURIComponent(place)}`}`, {
      onConnection(state) {
        connection.value = state;
      },
      onEvent: (event, data) => listeners.get(event)?.(data as never),
    });
  });
  let before = shownPlace.peek();
  effect(() => {
    const now = pulse.value?.mark;
    const isOther = shownPlace.value !== before;
    before = shownPlace.value;
    // It was fetched for the first screen, and the first pulse may announce nothing newer.
    const isNewer = now !== undefined && now !== serverStatus.peek()?.mark;
    if (isOther || isNewer || serverStatus.peek() === undefined) void refreshStatus();
  });
}

function isEmpty({ commands, sessions, records }: Status["here"]): boolean {
  return commands + sessions + records === 0;
}

let latest = 0;

async function refreshStatus(): Promise<void> {
  latest += 1;
  const mine = latest;
  try {
    const status = await get<Status>("status");
    // A slower answer for the project shown before must not replace a newer one.
    if (mine === latest) serverStatus.value = status;
  } catch {
    if (mine === latest) connection.value = "lost"; // the event stream reconnects, and its first pulse fetches the status again
  }
}
