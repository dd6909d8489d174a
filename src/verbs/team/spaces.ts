/** `team` and `team create` */
import { verb } from "../declare/verb.ts";
import { shellWord } from "../print/command-line.ts";
import { spaceText } from "./space-text.ts";
import { SPACE, sentence } from "./teams.ts";

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
