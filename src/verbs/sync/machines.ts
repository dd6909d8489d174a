/** `sync machines`, `sync confirm`, `sync revoke` and `sync rotate` */
import { OldhandError } from "../../core/base/error.ts";
import { count } from "../../core/text/wording.ts";
import { fields } from "../declare/field.ts";
import { confirmed, exitAfter, type PersonsAnswer } from "../declare/terminal.ts";
import type { ExitCode } from "../declare/verb.ts";
import { verb } from "../declare/verb.ts";
import { tableText } from "../print/format.ts";
import { printable, type Style } from "../print/style.ts";
import type { MachineView } from "./machine-keys.ts";

const { MACHINE } = fields({
  MACHINE: {
    type: "line",
    at: "word",
    required: true,
    help: "A machine's name, its id, or the start of its fingerprint.",
  },
});

const keys = () => import("./machine-keys.ts");

export const listMachines = verb({
  name: "sync machines",
  summary: "List your machines with their fingerprints.",
  input: {},
  act: "read",
  needs: "write",
  run: async ({ context }) => ({ machines: await (await keys()).knownMachines(context) }),
  print: ({ machines }, style) =>
    tableText(
      machines.map(({ name, fingerprint, state, records }) => [
        ...[printable(name), fingerprint, state],
        count(records, "record"),
      ]),
      style,
    ),
});

type Changed =
  | { readonly machine: MachineView }
  | { readonly machine: null; readonly answer: Exclude<PersonsAnswer, "approved"> };

export const confirmMachine = verb({
  name: "sync confirm",
  under: "accept",
  summary: "Confirm that a machine is yours, after comparing its fingerprint.",
  notes: ["It shows the fingerprint and asks, unless you give all of it."],
  input: { machine: MACHINE },
  act: "change",
  needs: "write",
  /** A name is whatever somebody wrote to the remote, so that the person is asked to compare, or gives the fingerprint. */
  async run({ context, terminal, note }, { machine: part }): Promise<Changed> {
    const { confirmKey, isFingerprintOf, machineNamed } = await keys();
    const machine = await machineNamed(context, part);
    const { name, fingerprint } = machine;
    if (!isFingerprintOf(machine, part)) {
      if (terminal === undefined)
        throw new OldhandError(
          "usage",
          `Give the entire fingerprint that \`oldhand sync status\` shows on ${name}, or run this at a terminal.`,
        );
      note(`${name} has the fingerprint ${fingerprint} here. Run \`oldhand sync status\` on ${name} and compare.`);
      const answer = await confirmed(terminal, "Is it the same?");
      if (answer !== "approved") return { machine: null, answer };
    }
    return { machine: await confirmKey(context, fingerprint) };
  },
  json: ({ machine }) => ({ machine }),
  print: (done, style) => changedOrNot(done, ["Confirmed", "Its records arrive with the next sync."], style),
  exit: exitOf,
  page: {},
});

export const revokeMachine = verb({
  name: "sync revoke",
  summary: "Stop trusting a machine, for example one that was lost.",
  notes: [
    "What it sent before stays. What it signs from now on counts as a stranger's.",
    "Machines that were confirmed only there are revoked too.",
  ],
  input: { machine: MACHINE },
  act: "change",
  needs: "write",
  async run({ context }, { machine }) {
    return { machine: await (await keys()).revokeKeys(context, machine) };
  },
  print: ({ machine }, style) =>
    changedText(
      machine,
      ["Revoked", `${alsoRevoked(machine)}Run \`oldhand sync\` to tell your other machines.`],
      style,
    ),
  page: {},
});

/** An id is changed by a person who sees what it means, so that it is asked at a terminal. */
export const rotateKey = verb({
  name: "sync rotate",
  summary: "Give this machine a new key and id; your other machines recognise it.",
  notes: [
    "It asks at a terminal if the home was restored from a backup or copied, or has an id from an earlier version.",
  ],
  input: {},
  act: "change",
  needs: "write",
  async run({ context, terminal, note }): Promise<Changed> {
    const { renewKey, rotation } = await keys();
    const { needsNewId, strange } = await rotation(context);
    if (needsNewId || strange !== undefined) {
      if (terminal === undefined)
        throw new OldhandError("usage", "Run `oldhand sync rotate` at a terminal: it asks first.");
      note(
        strange === undefined
          ? "This machine gets a new id, which comes from its key. Your other machines recognise it by the old key."
          : `A remote has number ${strange.seq} of this machine's log, signed with its key, which this home did not write. If you restored this home from a backup, or copied it, go on: this machine gets a new id, and what that log says arrives as from another machine of yours. If you did neither, the key was stolen: stop, and run \`oldhand sync revoke\` for this machine on another one.`,
      );
      const answer = await confirmed(terminal, "Go on?");
      if (answer !== "approved") return { machine: null, answer };
    }
    return { machine: await renewKey(context, { takeOver: strange !== undefined }) };
  },
  json: ({ machine }) => ({ machine }),
  print: (done, style) => changedOrNot(done, ["New id and key for", "Run `oldhand sync` to publish it."], style),
  exit: exitOf,
});

function changedOrNot({ machine }: Changed, says: readonly [string, string], style: Style): string {
  return machine === null ? "Nothing was changed." : changedText(machine, says, style);
}

function exitOf(done: Changed): ExitCode {
  return done.machine === null ? exitAfter(done.answer) : 0;
}

function changedText(machine: MachineView, [done, next]: readonly [string, string], style: Style): string {
  return style.wrap(`${done} ${printable(machine.name)} (${machine.fingerprint}). ${next}`);
}

function alsoRevoked({ introduced = [] }: MachineView): string {
  const names = introduced.map(({ name, fingerprint }) => `${printable(name)} (${fingerprint})`);
  if (names.length === 0) return "";
  return `Confirmed only there, and revoked too: ${names.join(", ")}. If one is yours, run \`oldhand sync confirm\` with its fingerprint. `;
}
