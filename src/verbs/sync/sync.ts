/** `sync`, `sync add`, `sync remove` and `sync status` */
import { count } from "../../core/text/wording.ts";
import { verb } from "../declare/verb.ts";
import type { SyncResult } from "../exchange/machines/sync-round.ts";
import type { SpaceResult } from "../exchange/spaces/exchange-with.ts";
import { factLines, minuteOf } from "../print/format.ts";
import { printable, type Style } from "../print/style.ts";
import type { SpaceView } from "../team/space/space-view.ts";
import { movedParts, spaceResultText, spaceText } from "../team/space-text.ts";
import type { SyncStatus } from "./remotes.ts";

const remotes = () => import("./remotes.ts");

/** What the page gets. */
export type SyncAnswer = { readonly spaces: readonly SpaceResult[]; readonly machines?: SyncResult };

type Exchanged = { readonly machines?: SyncResult; readonly spaces?: readonly SpaceResult[] };

/** Own machines, if a remote was added, and every space that was joined. */
export const syncNow = verb({
  name: "sync",
  summary: "Exchange records with your other machines and your team now.",
  notes: [
    "Records, decisions on suggestions and deletions travel through git; history and sessions do not, unless sync.include names them.",
    "Commands also sync in passing, every sync.everyMinutes minutes. Without a network everything waits.",
    "It also sends to the spaces that you joined, and fetches from them (`oldhand team`).",
  ],
  input: {},
  act: "change",
  needs: "write",
  async run({ context, progress }): Promise<Exchanged> {
    progress("Syncing...");
    const { exchangeWithRemotes, remotesNow } = await remotes();
    const { exchangeWithSpaces, joinedSpaces } = await import("../team/space/joined-spaces.ts");
    const hasSpaces = (await joinedSpaces(context)).length > 0;
    const hasRemotes = remotesNow(context).remotes.length > 0;
    // Without either, this says how to begin.
    const isAsked = hasRemotes || !hasSpaces;
    // Nobody watches the terminal of the page's server.
    const mayAsk = context.env.face === undefined;
    const machines = isAsked ? await exchangeWithRemotes(context, { mayAsk }) : undefined;
    const spaces = await exchangeWithSpaces(context);
    return { ...(machines !== undefined && { machines }), ...(hasSpaces && { spaces }) };
  },
  json: ({ machines, spaces }) => ({ ...machines, ...(spaces !== undefined && { spaces }) }),
  print: ({ machines, spaces = [] }, style) =>
    [
      ...(machines === undefined ? [] : [resultText(machines, style)]),
      ...spaces.map((space) => style.wrap(printable(spaceResultText(space)))),
    ].join("\n"),
  exit({ machines, spaces = [] }) {
    const isRight = (machines?.unreachable.length ?? 0) + (machines?.alarms.length ?? 0) === 0;
    return isRight && spaces.every(({ problem }) => problem === undefined) ? 0 : 1;
  },
  page: {
    answer: ({ machines, spaces = [] }): SyncAnswer => ({ spaces, ...(machines !== undefined && { machines }) }),
  },
});

export const addRemote = verb({
  name: "sync add",
  summary: "Add a git remote, an ssh path or a folder to sync through.",
  notes: [
    "On a second machine it shows a fingerprint. Compare it on the first machine, then run `oldhand sync confirm` there and here.",
  ],
  examples: ["oldhand sync add git@example.org:me/memory.git", "oldhand sync add /media/stick/oldhand"],
  input: {
    url: {
      type: "line",
      at: "word",
      required: true,
      help: "A git remote, an ssh path, or a folder; an empty folder becomes a git repository.",
    },
  },
  act: "append",
  needs: "write",
  async run({ context, progress }, { url }) {
    progress("Syncing...");
    return (await remotes()).useRemote(context, url);
  },
  json: ({ remote, machine, result }) => ({ remote, machine, ...result }),
  print: ({ remote, machine, result }, style) =>
    [
      style.wrap(printable(`Added ${remote}.`)),
      ...factLines([["this one", `${printable(machine.name)}, fingerprint ${machine.fingerprint}`]], style),
      resultText(result, style),
    ].join("\n"),
  exit: ({ result }) => (result.alarms.length === 0 ? 0 : 1),
});

export const removeRemote = verb({
  name: "sync remove",
  summary: "Stop syncing with a remote; nothing is deleted.",
  input: { url: { type: "line", at: "word", help: "The remote (default: all)." } },
  act: "change",
  needs: "write",
  run: async ({ context }, { url }) => (await remotes()).dropRemotes(context, url),
  print: ({ removed }) => `Removed ${removed.map(printable).join(", ")}. Its files are unchanged.`,
});

export const syncStatus = verb({
  name: "sync status",
  summary: "Show remotes, the last sync, and what waits.",
  input: {},
  act: "read",
  needs: "write",
  async run({ context }): Promise<SyncStatus & { readonly spaces?: readonly SpaceView[] }> {
    const view = (await remotes()).remotesNow(context);
    const spaces = await (await import("../team/space/joined-spaces.ts")).joinedSpaces(context);
    return { ...view, ...(spaces.length > 0 && { spaces }) };
  },
  print: ({ spaces = [], ...view }, style) =>
    [
      ...(view.remotes.length > 0 || spaces.length === 0 ? [statusText(view, style)] : []),
      ...spaces.map((space) => spaceText(space, style)),
    ].join("\n"),
});

function resultText(
  { sent, arrived, waiting, refused, unconfirmed, unusable, alarms, unreachable }: SyncResult,
  style: Style,
): string {
  const moved = movedParts({ sent, arrived }).join(", ");
  const done = moved === "" ? "Nothing new." : `${moved[0]!.toUpperCase()}${moved.slice(1)}.`;
  const lines = [
    ...(unreachable.length > 0 && sent + arrived === 0 ? [] : [done]),
    ...(waiting > 0
      ? [`${count(waiting, "record")} of projects that are not known here: open those projects once, then sync.`]
      : []),
    ...(refused > 0 ? [`${count(refused, "record")} refused: not valid, or with a secret.`] : []),
    ...unconfirmed.map(
      (name) =>
        `${name} is not confirmed, so its records count as a stranger's. If it is yours, run \`oldhand sync confirm ${asArgument(name)}\` and compare the fingerprints.`,
    ),
    ...unusable.map((one) => `Ignored ${one}.`),
    ...alarms.map((alarm) => `Alarm: ${alarm}`),
    ...unreachable.map(({ reason }) => reason),
  ];
  return lines.map((line) => style.wrap(printable(line))).join("\n");
}

function statusText(
  { remotes, lastAt, waiting, arrived, machine, problem, alarms = [] }: SyncStatus,
  style: Style,
): string {
  if (remotes.length === 0)
    return style.wrap("Sync is not set up on this machine. Add a git remote or a folder: `oldhand sync add URL`.");
  const facts: [string, string][] = [
    ...remotes.map((url): [string, string] => ["remote", printable(url)]),
    ["last sync", lastAt === null ? "never" : minuteOf(lastAt)],
    ["received", count(arrived, "change")],
    ["waiting", count(waiting, "record")],
    ...(machine === undefined
      ? []
      : [["this one", `${printable(machine.name)}, fingerprint ${machine.fingerprint}`] as [string, string]]),
    ...(problem === undefined ? [] : [["problem", printable(problem)] as [string, string]]),
    ...alarms.map((alarm): [string, string] => ["alarm", printable(alarm)]),
  ];
  return factLines(facts, style).join("\n");
}

/** Somebody else may have chosen the name, and the person may copy the command. */
function asArgument(name: string): string {
  return /^\w[\w.-]{0,63}$/.test(name) ? name : "MACHINE";
}
