/** `sync` and its subcommands. */
import { count } from "../../core/text/wording.ts";
import type { Memory } from "../../open/memory.ts";
import type { Answer, Call } from "../command.ts";
import { factLines, minuteOf, tableText } from "../output/format.ts";
import { printable, type Style } from "../output/style.ts";
import { progressNotes } from "../terminal.ts";
import { movedParts, spaceResultText, spaceText } from "./team.ts";

type Result = Awaited<ReturnType<Memory["syncNow"]>>;
type MachineView = Awaited<ReturnType<Memory["machines"]>>[number];

/** Own machines, if a remote was added, and every space that was joined. */
export async function sync(call: Call, memory: Memory): Promise<Answer> {
  progressNotes(call)("Syncing...");
  const hasSpaces = (await memory.team.spaces()).length > 0;
  const hasRemotes = (await memory.syncStatus()).remotes.length > 0;
  // Without either, this says how to begin.
  const result = hasRemotes || !hasSpaces ? await memory.syncNow() : undefined;
  const spaces = await memory.team.sync();
  const isReached = (result?.unreachable.length ?? 0) === 0 && spaces.every(({ problem }) => problem === undefined);
  return {
    json: { ...result, ...(hasSpaces && { spaces }) },
    text: (style) =>
      [
        ...(result === undefined ? [] : [resultText(result, style)]),
        ...spaces.map((space) => style.wrap(printable(spaceResultText(space)))),
      ].join("\n"),
    exit: isReached ? 0 : 1,
  };
}

export async function add(call: Call, memory: Memory): Promise<Answer> {
  progressNotes(call)("Syncing...");
  const { remote, machine, result } = await memory.addRemote(call.args[0] ?? "");
  const text = (style: Style): string =>
    [
      style.wrap(printable(`Added ${remote}.`)),
      ...factLines([["this one", `${printable(machine.name)}, fingerprint ${machine.fingerprint}`]], style),
      resultText(result, style),
    ].join("\n");
  return { json: { remote, machine, ...result }, text };
}

export async function remove({ args: [url] }: Call, memory: Memory): Promise<Answer> {
  const done = await memory.removeRemote(url);
  return { json: done, text: () => `Removed ${done.removed.map(printable).join(", ")}. Its files are unchanged.` };
}

export async function status(_: Call, memory: Memory): Promise<Answer> {
  const view = await memory.syncStatus();
  const spaces = await memory.team.spaces();
  return {
    json: { ...view, ...(spaces.length > 0 && { spaces }) },
    text: (style) =>
      [
        ...(view.remotes.length > 0 || spaces.length === 0 ? [statusText(view, style)] : []),
        ...spaces.map((space) => spaceText(space, style)),
      ].join("\n"),
  };
}

export async function machines(_: Call, memory: Memory): Promise<Answer> {
  const all = await memory.machines();
  const rows = all.map(({ name, fingerprint, state, records }) => [
    printable(name),
    fingerprint,
    state,
    count(records, "record"),
  ]);
  return { json: { machines: all }, text: (style) => tableText(rows, style) };
}

export async function confirm(call: Call, memory: Memory): Promise<Answer> {
  return changed(
    await memory.confirmMachine(call.args[0] ?? ""),
    "Confirmed",
    "Its records arrive with the next sync.",
  );
}

export async function revoke(call: Call, memory: Memory): Promise<Answer> {
  return changed(
    await memory.revokeMachine(call.args[0] ?? ""),
    "Revoked",
    "Run `oldhand sync` to tell your other machines.",
  );
}

export async function rotate(_: Call, memory: Memory): Promise<Answer> {
  return changed(await memory.rotateKey(), "New key for", "Run `oldhand sync` to publish it.");
}

function changed(machine: MachineView, done: string, next: string): Answer {
  const sentence = `${done} ${printable(machine.name)} (${machine.fingerprint}). ${next}`;
  return { json: { machine }, text: (style) => style.wrap(sentence) };
}

function resultText(
  { sent, arrived, waiting, refused, unconfirmed, unusable, unreachable }: Result,
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
        `${name} is not confirmed, so its records count as a stranger's. Compare fingerprints with \`oldhand sync machines\`, then run \`oldhand sync confirm ${name}\`.`,
    ),
    ...unusable.map((one) => `Ignored ${one}.`),
    ...unreachable.map(({ reason }) => reason),
  ];
  return lines.map((line) => style.wrap(printable(line))).join("\n");
}

function statusText(
  { remotes, lastAt, waiting, arrived, machine, problem }: Awaited<ReturnType<Memory["syncStatus"]>>,
  style: Style,
): string {
  if (remotes.length === 0)
    return style.wrap(
      "This machine syncs with none of your others. Add a git remote or a folder: `oldhand sync add URL`.",
    );
  const facts: [string, string][] = [
    ...remotes.map((url): [string, string] => ["remote", printable(url)]),
    ["last sync", lastAt === null ? "never" : minuteOf(lastAt)],
    ["received", count(arrived, "change")],
    ["waiting", count(waiting, "record")],
    ...(machine === undefined
      ? []
      : [["this one", `${printable(machine.name)}, fingerprint ${machine.fingerprint}`] as [string, string]]),
    ...(problem === undefined ? [] : [["problem", printable(problem)] as [string, string]]),
  ];
  return factLines(facts, style).join("\n");
}
