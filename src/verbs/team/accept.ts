/** `team accept`: a space, single records of spaces, or a proposal. */
import { isId } from "../../core/base/id.ts";
import { count, listOf } from "../../core/text/wording.ts";
import { exitAfter, type PersonsAnswer } from "../declare/terminal.ts";
import { type VerbCall, verb } from "../declare/verb.ts";
import { ACCEPT_YES } from "../project/join.ts";
import { SPACE, sentence } from "./space-text.ts";

type Accepted = {
  /** In one sentence. */
  readonly says: string;
  readonly document: object;
  readonly answer?: Exclude<PersonsAnswer, "approved">;
};

export const acceptInTeam = verb({
  name: "team accept",
  under: "accept",
  summary: "Accept a space's records for your agents; or, as a maintainer, a proposal.",
  notes: [
    "One acceptance covers the records of a space, now and later. Guards, workflows and changed policies are accepted as they are: they are listed, and listed again if they change.",
  ],
  examples: ["oldhand team accept acme", "oldhand team accept acme --records-only"],
  input: {
    what: { type: "line", at: "rest", help: "A space, ids of records (rec_…), or the id of a proposal (prp_…)." },
    recordsOnly: { type: "flag", help: "Without guards, workflows and changed policies." },
    yes: ACCEPT_YES,
    space: SPACE,
  },
  act: "change",
  needs: "write",
  async run(call, { what, recordsOnly = false, yes = false, space }): Promise<Accepted> {
    const words = what?.split(/\s+/) ?? [];
    if (words.length === 1 && isId(words[0]!, "prp")) {
      const document = await (await import("./space/server-acts.ts")).decideProposal(
        call.context,
        words[0]!,
        "accept",
        {
          space,
        },
      );
      const says = `Accepted ${document.proposal}. It reaches everybody in ${document.space} with their next sync.`;
      return { says, document };
    }
    if (words.length > 0 && words.every((word) => isId(word, "rec"))) {
      const document = await (await import("./space/accept-records.ts")).acceptRecords(call.context, words);
      return { says: `Accepted ${listOf(document.accepted)}.`, document };
    }
    return acceptWhole(call, { name: what, recordsOnly, yes });
  },
  json: ({ document }) => document,
  print: ({ says }, style) => sentence(says, style),
  exit: ({ answer }) => (answer === undefined ? 0 : exitAfter(answer)),
});

type SpaceAsk = { readonly name: string | undefined; readonly recordsOnly: boolean; readonly yes: boolean };
type Shown = Awaited<ReturnType<typeof import("./space/accept-records.ts").acceptable>>;

async function acceptWhole(call: VerbCall<"write">, { name, recordsOnly, yes }: SpaceAsk): Promise<Accepted> {
  const { acceptable, acceptSpace } = await import("./space/accept-records.ts");
  const all = await acceptable(call.context, name);
  const records = recordsOnly ? all.records.filter(({ needsLook }) => !needsLook) : all.records;
  const shown: Shown = { ...all, records };
  if (all.accepted && records.length === 0)
    return {
      says: `Nothing new to accept in ${all.name}.`,
      document: { space: all.name, accepted: 0, left: all.records.length },
    };
  const { askToAccept } = await import("../accept/ask-to-accept.ts");
  const answer = await askToAccept(call, { head: acceptHead(shown), records, yes });
  if (answer !== "approved")
    return { says: "Nothing was accepted.", document: { space: all.name, accepted: 0 }, answer };
  const done = acceptSpace(call.context, shown);
  const left = all.records.length - records.length;
  const what = count(left, "guard, workflow or changed policy", "guards, workflows or changed policies");
  const more = left === 0 ? "" : ` ${what} left: oldhand team accept ${all.name}`;
  return {
    says: `Accepted ${count(done.accepted, "record")} of ${done.space}.${more}`,
    document: { ...done, left },
  };
}

function acceptHead({ name, accepted, records }: Shown): string {
  return accepted
    ? `${name} has ${count(records.length, "record")} that you have not accepted as they are now.`
    : `${name} has ${count(records.length, "record")}. Accepting the space gives agents its records, now and later; guards, workflows and changed policies are asked about each time.`;
}
