/** `team proposals` and `team audit` */
import { OldhandError } from "../../core/base/error.ts";
import type { WireProposal } from "../../core/team/wire-types.ts";
import { count } from "../../core/text/wording.ts";
import { verb } from "../declare/verb.ts";
import { minuteOf, tableText } from "../print/format.ts";
import { oneLine, printable, type Style } from "../print/style.ts";
import { type OwnProposal, proposedText, rejectionText, SPACE, sentence } from "./space-text.ts";

type Rejected = Awaited<ReturnType<typeof import("./space/server-acts.ts").decideProposal>>;
type Listed = { readonly proposals: readonly WireProposal[]; readonly own: readonly OwnProposal[] };

export const listProposals = verb({
  name: "team proposals",
  summary: "List changes that wait for a maintainer, and what became of yours; or reject one.",
  notes: ["A maintainer sees the proposals of everybody, others see their own."],
  examples: ['oldhand team proposals --reject ID --reason "Too old."'],
  input: {
    reject: { type: "line", label: "ID", help: "Reject this proposal." },
    reason: { type: "text", label: "TEXT", help: "Why it is rejected, for its author." },
    space: SPACE,
  },
  act: "change",
  needs: "write",
  async run({ context, isForProgram }, { reject, reason, space }): Promise<Listed | Rejected> {
    const server = await import("./space/server-acts.ts");
    if (reject !== undefined) return server.decideProposal(context, reject, "reject", { space, reason });
    if (reason !== undefined) throw new OldhandError("usage", "--reason goes with --reject ID.");
    const membership = await import("./space/spaces-here.ts");
    const one = membership.space(context, space);
    // Only maintainers see the proposals of others.
    const proposals = one.role === "maintainer" ? await server.proposals(context, { space }) : [];
    if (!isForProgram) membership.seenRejections(context, [one]);
    return { proposals, own: one.proposals };
  },
  print(done, style, { reason }) {
    if (!("own" in done))
      return sentence(`Rejected ${done.proposal}. Its author is told${reason === undefined ? "" : " why"}.`, style);
    const { proposals, own } = done;
    const how = "Accept one with `oldhand team accept ID`, reject one with `oldhand team proposals --reject ID`.";
    const parts = [
      ...proposals.map((proposal) => proposalText(proposal, style)),
      ...(proposals.length === 0 ? [] : [style.wrap(how)]),
      ...(own.length === 0 ? [] : [[style.bold("Yours"), ...own.map((one) => ownText(one, style))].join("\n")]),
    ];
    return parts.join("\n\n") || "No pending proposals.";
  },
});

/** What this person proposed, and what became of it. */
function ownText(own: OwnProposal, style: Style): string {
  const text = own.state === "pending" ? `${proposedText(own)} waits for a maintainer.` : rejectionText(own);
  return style.wrap(printable(`  ${text}`), "    ");
}

/** The difference, as it would be made. */
function proposalText({ id, op, author, at, before, after }: WireProposal, style: Style): string {
  const what = op === "remove" ? "delete" : before === undefined ? "add" : "change";
  const head = `${style.bold(id)} ${style.dim(`${what}, by ${printable(author.name)}, ${minuteOf(at)}`)}`;
  const lines = [
    ...(before === undefined ? [] : [`  - ${shown(before)}`]),
    ...(after === undefined ? [] : [`  + ${shown(after)}`]),
  ];
  return [head, ...lines.map((line) => style.wrap(line, "    "))].join("\n");
}

/** Of a record's file the parts that matter: its type, what acts, and its statement. */
function shown(file: string): string {
  const [head = "", ...body] = file.replace(/^---\n/, "").split("\n---\n");
  const facts = head
    .split("\n")
    .filter(
      (line) => /^(?:type|status|steps|guards|paths): /.test(line) && !/^(?:status: active|\w+: \[\])$/.test(line),
    )
    .map((line) => line.replace(/^type: /, ""));
  return printable(oneLine(`${facts.join(", ")}: ${body.join("\n---\n").trim()}`));
}

export const showAudit = verb({
  name: "team audit",
  summary: "Show who did what in a space; never the contents.",
  input: {
    since: { type: "number", least: 0, option: "after", label: "N", help: "Only entries after number N." },
    space: SPACE,
  },
  act: "read",
  needs: "write",
  run: async ({ context }, { since = 0, space }) =>
    (await import("./space/server-acts.ts")).audit(context, { space, since }),
  print({ rows, intact }, style) {
    const cells = rows.map(({ seq, at, act, outcome, member = "", name = member, subject = "", detail = "" }) =>
      [String(seq), minuteOf(at), outcome, act, name, subject, detail].map(printable),
    );
    const broken = "Some entries are missing or were changed outside the server. Compare them with a backup.";
    return [
      ...(cells.length === 0 ? [] : [tableText(cells, style)]),
      intact ? count(rows.length, "entry", "entries") : style.wrap(broken),
    ].join("\n");
  },
  exit: ({ intact }) => (intact ? 0 : 1),
});
