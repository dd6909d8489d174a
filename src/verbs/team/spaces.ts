/** `team`, `team create` and `team route` */

import { OldhandError } from "../../core/base/error.ts";
import { count } from "../../core/text/wording.ts";
import { verb } from "../declare/verb.ts";
import { shellWord } from "../print/format.ts";
import type { Routed } from "./space/spaces-here.ts";
import { SPACE, sentence, spaceText } from "./space-text.ts";

export const showSpaces = verb({
  name: "team",
  summary: "Show the spaces that you joined, and what waits.",
  notes: [
    "A space is what a team shares on a server (`oldhand-team`). Its records are copied to this machine: recall never needs the network.",
    "What you write in a routed project waits here until the server has it. `oldhand sync` exchanges now; commands also do it in passing, every sync.everyMinutes minutes.",
  ],
  input: {},
  act: "read",
  needs: "write",
  async run({ context, isForProgram }) {
    const { seenRejections, spaces } = await import("./space/spaces-here.ts");
    const joined = spaces(context);
    if (!isForProgram) seenRejections(context, joined);
    return { spaces: joined };
  },
  print: ({ spaces }, style) =>
    spaces.length === 0
      ? style.wrap("You joined no space. Ask a maintainer for an invitation and run `oldhand team join LINK`.")
      : spaces.map((space) => spaceText(space, style)).join("\n\n"),
});

export const createSpace = verb({
  name: "team create",
  summary: "Create another space on a server where you maintain one, and join it.",
  notes: [
    "Only where the server allows it (`oldhand-team serve --allow-create`). The first space of a server is created by whoever runs it: `oldhand-team create-space`.",
  ],
  examples: ["oldhand team create Platform --review"],
  input: {
    name: { type: "line", at: "rest", required: true, help: "What the team calls it." },
    review: { type: "flag", help: "Changes by writers wait for a maintainer." },
    space: { ...SPACE, help: "A space on that server (default: the only one that you joined)." },
  },
  act: "append",
  needs: "write",
  async run({ context, progress }, { name, review = false, space: at }) {
    progress("Creating...");
    const { create } = await import("./space/spaces-here.ts");
    return { space: (await create(context, name, { review, at })).space };
  },
  print: ({ space }, style) =>
    sentence(
      `Created ${space.name} on ${space.url}. You are its maintainer; invite others with \`oldhand team invite --space ${shellWord(space.name)}\`.`,
      style,
    ),
});

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
