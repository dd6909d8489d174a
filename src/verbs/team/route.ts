/** `team route` */
import { OldhandError } from "../../core/base/error.ts";
import { count } from "../../core/text/wording.ts";
import { verb } from "../declare/verb.ts";
import type { Routed } from "./space/spaces-here.ts";
import { sentence } from "./teams.ts";

export const routeProject = verb({
  name: "team route",
  summary: "Send what you write about this project to a space.",
  notes: [
    "Nothing is written into the repository. Teammates recognise the project by its first commits and remotes.",
    "What agents and learning note stays on this machine until you accept it.",
  ],
  examples: ["oldhand team route acme", "oldhand team route acme --existing", "oldhand team route --off"],
  input: {
    name: { type: "line", at: "word", help: "The space." },
    existing: { type: "flag", help: "Also send the records that you wrote or accepted before." },
    off: { type: "flag", help: "Keep new records on this machine again." },
  },
  act: "change",
  needs: "write",
  async run({ context }, { name, existing = false, off = false }): Promise<Routed | Unrouted> {
    const { route, unroute } = await import("./space/spaces-here.ts");
    if (off) return unroute(context);
    if (name === undefined)
      throw new OldhandError("usage", "Name the space, or use --off. See `oldhand help team route`.");
    return route(context, name, { existing });
  },
  print: (done, style, { off }) => sentence(off ? unroutedText(done) : routedText(done as Routed), style),
});

type Unrouted = Pick<Routed, "project"> & { readonly space: string | undefined };

function unroutedText({ space, project }: Unrouted): string {
  return space === undefined
    ? `Records of ${project} go to no space.`
    : `New records of ${project} stay on this machine. Those in ${space} stay there.`;
}

function routedText({ space, project, moved, private: kept }: Routed): string {
  const rest = kept > 0 ? ` ${count(kept, "existing record")} stay private: add --existing to send them too.` : "";
  const sent = moved > 0 ? ` ${count(moved, "existing record")} go there with the next sync.` : "";
  return `What you write about ${project} goes to ${space} from now on. Nothing is written into the repository.${sent}${rest}`;
}
