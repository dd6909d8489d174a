/** The server's status (project, counts, sample data), kept current by its stream of live events. */
import { effect, signal } from "@preact/signals";
import type { Pulse } from "../../src/verbs/history/history-verbs.ts";
import { get, shownDir } from "./api.ts";
import { type Connection, followEvents } from "./event-stream.ts";

export type ServerStatus = {
  readonly version: string;
  readonly dir: string | null;
  readonly project: { readonly id: string; readonly name: string; readonly root: string } | null;
  readonly projects: readonly { readonly id: string; readonly name: string; readonly paths: readonly string[] }[];
  readonly records: { readonly byType: Readonly<Record<string, number>>; readonly archived: number };
  readonly suggestions: { readonly pending: number; readonly accepted: number; readonly dismissed: number };
  readonly events: number;
  readonly sessions: number;
  /** The project shown is the sample. */
  readonly isSample: boolean;
  /** The sample exists, whether it is shown or not. */
  readonly hasSample: boolean;
  readonly halfLifeDays: number;
  readonly budget: number;
};

export const serverStatus = signal<ServerStatus | undefined>(undefined);
export const pulse = signal<Pulse | undefined>(undefined);
export const connection = signal<Connection>("open");

type Listener = (data: never) => void;
const listeners = new Map<string, Listener>();

/** One listener for each event name; call it before `connectLive`. */
export function onLiveEvent<T>(event: string, listener: (data: T) => void): void {
  listeners.set(event, listener as Listener);
}

export function connectLive(): void {
  onLiveEvent<Pulse>("pulse", (data) => {
    pulse.value = data;
  });
  // The project is gone or cannot be read: go back to the one the server was started in.
  onLiveEvent("project-error", () => {
    shownDir.value = undefined;
  });
  effect(() => {
    const dir = shownDir.value;
    return followEvents(`live${dir === undefined ? "" : `?dir=${encodeURIComponent(dir)}`}`, {
      onConnection(state) {
        connection.value = state;
      },
      onEvent: (event, data) => listeners.get(event)?.(data as never),
    });
  });
  effect(() => {
    void pulse.value;
    void shownDir.value;
    void refreshStatus();
  });
}

let latest = 0;

async function refreshStatus(): Promise<void> {
  latest += 1;
  const mine = latest;
  try {
    const status = await get<ServerStatus>("status");
    // A slower answer for the project shown before must not replace a newer one.
    if (mine === latest) serverStatus.value = status;
  } catch {
    if (mine === latest) connection.value = "lost"; // the event stream reconnects, and its first pulse fetches the status again
  }
}
