/** `project join` */
import type { ProjectId } from "../../core/record/record.ts";
import { count } from "../../core/text/wording.ts";
import { exitAfter, type PersonsAnswer } from "../declare/terminal.ts";
import { verb } from "../declare/verb.ts";

export const ACCEPT_YES = { type: "flag", short: "y", help: "Accept without asking." } as const;

type Joined = {
  readonly id: ProjectId;
  readonly accepted: number;
  /** How the person answered, if nothing was accepted. */
  readonly answer?: Exclude<PersonsAnswer, "approved">;
};

export const joinProject = verb({
  name: "project join",
  under: "accept",
  summary: "Accept the records in this repository.",
  notes: [
    "Until you accept them, `recall` finds them with a label and they are never given to an agent. Later changes need to be accepted again.",
    "Guards, workflows and changed policies are listed before it asks.",
  ],
  input: { yes: ACCEPT_YES },
  act: "change",
  needs: "write",
  async run(call, { yes = false }): Promise<Joined> {
    const projects = (await import("./project-verbs.ts")).projectVerbs(call.context);
    const shown = await projects.joinable();
    const { id, name, records } = shown;
    if (records.length === 0) return { id, accepted: 0 };
    const head = `The repository of ${name} has ${count(records.length, "record")} that you have not accepted as they are now. Accepting them gives agents these records, and lets their guards and workflows act.`;
    const { askToAccept } = await import("../accept/ask-to-accept.ts");
    const answer = await askToAccept(call, { head, records, yes });
    return answer === "approved" ? projects.join(shown) : { id, accepted: 0, answer };
  },
  json: ({ id, accepted }) => ({ id, accepted }),
  print({ accepted, answer }) {
    if (answer !== undefined) return "Nothing was accepted.";
    return accepted === 0 ? "No new records to accept." : `Accepted ${count(accepted, "record")} from this repository.`;
  },
  exit: ({ answer }) => (answer === undefined ? 0 : exitAfter(answer)),
});
