/** Opens a memory for one call: the work that is due is done first, and a memory that cannot be written can still be read. */

import { OldhandError } from "../core/base/error.ts";
import type { Journal } from "../core/ports.ts";
import { count } from "../core/text/wording.ts";
import { rankEntries } from "../search/rank-entries.ts";
import { isThere } from "../store/files/durable-files.ts";
import { homeFrom } from "../store/files/home.ts";
import {
  actorOf,
  type CallContext,
  ensureRegistered,
  type OpenedToRead,
  readContext,
} from "../verbs/call/call-context.ts";
import type { Env } from "../verbs/call/environment.ts";
import { openForWriting } from "../verbs/call/open-for-writing.ts";
import { sessionOf } from "../verbs/call/place.ts";
import { type CallOptions, readSettings, resolvePlace } from "../verbs/call/resolve-place.ts";
import type { Opened } from "../verbs/declare/verb.ts";

export type OpenOptions = CallOptions & {
  /** `all` (default) runs what is due; `files` only looks at what changed in the files. */
  readonly settle?: "all" | "files";
};

export type OpenCall<C = CallContext | OpenedToRead> = Opened & { readonly context: C; close(): void };

export async function openCall(env: Env, options: OpenOptions): Promise<OpenCall<CallContext>> {
  const context = await openForWriting(env, options);
  const { store, place } = context;
  if (place.project?.known) ensureRegistered(context);
  const settled =
    options.settle === "files"
      ? { missing: await store.refresh("sweep") }
      : await (await import("./settle.ts")).settle(context);
  if (options.note !== undefined && actorOf(env) === "person") await showArchived(context, options.note);
  return { context, settled, close: store.close };
}

/** For a note after a verb that opens nothing: undefined where there is no memory yet. */
export async function openIfThere(env: Env): Promise<OpenCall<CallContext> | undefined> {
  return isThere(homeFrom(env).stateFile) ? openCall(env, { settle: "files", isQuick: true }) : undefined;
}

/** For `ask`: of the due work, only what shells ran is taken in, because the request most likely refers to it. */
export async function openForPlanning(env: Env, options: CallOptions): Promise<OpenCall<CallContext>> {
  const context = await openForWriting(env, options);
  if (context.place.project?.known) ensureRegistered(context);
  await context.store.refresh("sweep");
  await (await import("../verbs/history/take-in-commands.ts")).takeIn(context);
  return { context, settled: { missing: [] }, close: context.store.close };
}

/** For commands that only read, and run no due work. */
export async function openForReading(env: Env, options: CallOptions): Promise<OpenCall> {
  const call = await openForWriting(env, { ...options, isQuick: true, isBrief: true });
  await call.store.refresh("sweep");
  const { staleSince: _, clearStale: __, ...unwritten } = call;
  const context = {
    ...unwritten,
    journal: onFullDisk(call.journal),
    async sessionBlock(session: string): Promise<string> {
      if (!call.config["memories.enabled"]) return "";
      const { sessionSecret } = await import("../verbs/memory/artifacts/session-block.ts");
      const { startBlock } = await import("../verbs/memory/artifacts/start-block.ts");
      const { state } = call.store;
      return startBlock({ ...call, state, secret: () => sessionSecret(state) }, session);
    },
  };
  return { context, settled: { missing: [] }, close: call.store.close };
}

/** For a home that cannot be written: the current files, without what is kept beside them. */
export async function openReadOnly(env: Env, options: CallOptions): Promise<OpenCall<OpenedToRead>> {
  const place = resolvePlace(env, options);
  const { home, folders } = place;
  const { openReadOnlyStore } = await import("../store/read-only-store.ts");
  const { clock } = env;
  const store = await openReadOnlyStore({ home, folders, clock, session: sessionOf(env), rank: rankEntries });
  const settings = await readSettings(home, options);
  const context = { ...readContext({ env, config: settings.config, place, store }), env, home, place, ...settings };
  return { context, settled: { missing: [] }, close: store.close };
}

/** A person who asks gets an answer, even if there is no space for its receipt. */
function onFullDisk(journal: Journal): Journal {
  return {
    ...journal,
    append: (...receipt) =>
      journal.append(...receipt).catch((error: unknown) => {
        if (!(error instanceof OldhandError) || error.code !== "full") throw error;
      }),
  };
}

const MOST_SHOWN = 20;

/** Once, to a person: what was archived because the rules for learning changed. */
async function showArchived({ store }: CallContext, note: (text: string) => void): Promise<void> {
  const { takeToShow } = await import("../verbs/learning/judged-folders.ts");
  const ids = takeToShow(store);
  if (ids.length === 0) return;
  const found = await Promise.all(ids.slice(0, MOST_SHOWN).map((id) => store.records.get(id)));
  const lines = found.flatMap((kept) => (kept === undefined ? [] : [`  ${kept.record.text.split("\n")[0]}`]));
  const more = ids.length > MOST_SHOWN ? [`  and ${ids.length - MOST_SHOWN} more`] : [];
  note(
    [
      `Archived ${count(ids.length, "record")} that an older version learned and the current rules would not:`,
      ...lines,
      ...more,
      "List them with `oldhand record list --status archived`, bring all of them back with `oldhand record undo`.",
    ].join("\n"),
  );
}
