/** Where the page stands: which project, how much is kept, and whether it is sample data; kept fresh by the live wire. */
import { effect, signal } from "@preact/signals";
import type { Pulse } from "../../src/verbs/history/history-verbs.ts";
import { ask, shownDir } from "./ask.ts";

export type Standing = {
  readonly version: string;
  readonly dir: string | null;
  readonly project: { readonly id: string; readonly name: string; readonly root: string } | null;
  readonly projects: readonly { readonly id: string; readonly name: string; readonly paths: readonly string[] }[];
  readonly records: { readonly byType: Readonly<Record<string, number>>; readonly archived: number };
  readonly suggestions: { readonly pending: number; readonly accepted: number; readonly dismissed: number };
  readonly events: number;
  readonly sessions: number;
  /** What is shown is sample data. */
  readonly isSample: boolean;
  /** It is there, shown or not. */
  readonly hasSample: boolean;
  readonly halfLifeDays: number;
  readonly budget: number;
};

export const standing = signal<Standing | undefined>(undefined);
export const pulse = signal<Pulse | undefined>(undefined);
/** What the wire says of itself: a person should know when what they see may be old. */
export const wire = signal<"open" | "lost">("open");

type Told = { readonly event: string; readonly data: never };
const hearers = new Map<string, (data: never) => void>();

/** Called for each event of that name on the wire. */
export function hear<T>(event: string, hearer: (data: T) => void): void {
  hearers.set(event, hearer as Told["data"] & ((data: never) => void));
}

export function beginLive(): void {
  effect(() => {
    const dir = shownDir.value;
    const source = new EventSource(`/api/live${dir === undefined ? "" : `?dir=${encodeURIComponent(dir)}`}`);
    source.addEventListener("open", () => {
      wire.value = "open";
    });
    source.addEventListener("error", () => {
      wire.value = "lost";
    });
    source.addEventListener("pulse", ({ data }) => {
      pulse.value = JSON.parse(data) as Pulse;
    });
    // The project that was shown is gone, or cannot be read: back to where the server was started.
    source.addEventListener("trouble", () => {
      shownDir.value = undefined;
    });
    for (const [event, hearer] of hearers)
      source.addEventListener(event, ({ data }) => hearer(JSON.parse((data as string) ?? "{}") as never));
    return () => source.close();
  });
  effect(() => {
    void pulse.value;
    void shownDir.value;
    void refreshStanding();
  });
}

async function refreshStanding(): Promise<void> {
  try {
    standing.value = await ask<Standing>("standing");
  } catch {
    wire.value = "lost"; // the live wire tries again, and its first pulse asks anew
  }
}
