/** The sample data: the project of a made-up bakery, with something to show for every part of the product. */
import type { Statement } from "../../remember/candidate.ts";
import type { Tree } from "../../store/artifacts/sample-project.ts";

export const SAMPLE_NAME = "sample-bakery";

/** Names that no real project is likely to have, so that they do not count towards the person's habits. */
const SCRIPTS = {
  knead: "node knead.js",
  taste: "node --test",
  deliver: "node deliver.js",
  preheat: "node preheat.js",
};

function treeWith(scripts: Readonly<Record<string, string>>): Tree {
  const manifest = { name: SAMPLE_NAME, private: true, engines: { node: ">=22" }, scripts };
  return {
    "package.json": `${JSON.stringify(manifest, null, 2)}\n`,
    "recipes/rye.yml": "flour: rye\nhours: 18\n",
    "README.md": "# Sample bakery\n\nSample data of oldhand. `oldhand sample remove` deletes it.\n",
  };
}

/** When the records were created, and now: one script is gone, so one fact is stale. */
export const TREE_BEFORE = treeWith(SCRIPTS);
export const TREE_NOW = treeWith({ knead: SCRIPTS.knead, taste: SCRIPTS.taste, deliver: SCRIPTS.deliver });

export const RECORDS: readonly Statement[] = [
  { type: "policy", text: "Never deliver before the tasting has passed." },
  {
    type: "architecture",
    text: "Orders come in through one queue; the oven reads nothing else.",
    paths: ["orders/**"],
  },
  { type: "decision", text: "Recipes are YAML and not JSON, because bakers edit them by hand.", paths: ["recipes/**"] },
  { type: "pitfall", text: "The rye recipe needs 18 hours; a schedule with less drops it silently.", key: "rye-hours" },
  { type: "preference", text: "Prefers short commit subjects that name the recipe.", key: "commit-subjects" },
  { type: "fact", text: "The recipes live in `recipes/`, one file each." },
  { type: "fact", text: "The oven is warmed up with `npm run preheat`." },
  { type: "habit", text: "Often runs `npm run taste` before lunch.", key: "npm run taste before lunch" },
];

export const SAMPLE_WORKFLOW: Statement = {
  type: "workflow",
  key: "morning-batch",
  text: "The first batch of the day, from dough to door.",
  steps: ["npm run knead", "npm run taste", "npm run deliver -- --street <street>"],
};

/** Pending: an agent cannot add a policy. */
export const PROPOSED: Statement = { type: "policy", text: "Clean the oven after every batch of rye." };

export type SampleRun = { readonly command: string; readonly exitCode: number };

const ran = (command: string, exitCode = 0): SampleRun => ({ command, exitCode });

/** The person's commands, one session a day; the same four steps recur, one more than the workflow has. */
export const SHELL_SESSIONS: readonly (readonly SampleRun[])[] = [
  [ran("git pull"), ran("npm run knead"), ran("npm run taste"), ran("npm run deliver -- --street 'Mill Lane'")],
  [
    ran("git pull"),
    ran("npm run taste", 1),
    ran("npm run knead"),
    ran("npm run taste"),
    ran("npm run deliver -- --street 'Church Street'"),
  ],
  [
    ran("git pull"),
    ran("npm run knead"),
    ran("npm run taste"),
    ran("npm run deliver -- --street 'Harbour Row'"),
    ran("ls recipes"),
  ],
  [ran("git pull"), ran("npm run knead"), ran("npm run taste"), ran("npm run deliver -- --street 'Mill Lane'")],
];

type SampleTurn =
  | { readonly role: "person" | "agent" | "tool"; readonly text: string }
  | { readonly role: "agent"; readonly ran: SampleRun };

export const AGENT_SESSION_TITLE = "The tasting fails after the new oven";

/** A session with an agent: an error and its fix, a rule, and something to remember. */
export const AGENT_SESSION: readonly SampleTurn[] = [
  {
    role: "person",
    text: "The tasting fails since the new oven came. You must never change a recipe to make it pass.",
  },
  { role: "agent", ran: ran("npm run taste", 1) },
  { role: "tool", text: "Error: Cannot find module './dough.json'. Run npm run knead first.\n    at taste.js:3:15" },
  { role: "agent", ran: ran("npm run knead") },
  { role: "tool", text: "12 loaves kneaded" },
  { role: "agent", ran: ran("npm run taste") },
  { role: "tool", text: "tests 8, pass 8, fail 0" },
  { role: "agent", text: "The tasting reads what kneading writes. After `npm run knead` all eight pass." },
  { role: "person", text: "Good. Remember that the oven is off on Sundays." },
];

export const SAMPLE_TICKET = {
  title: "Deliver to Harbour Row before seven",
  description: "The last three deliveries came late. Find out whether kneading or the road takes the time.",
  note: "On two of three days kneading began after six.",
};

export const EPISODE = {
  text: "The first batch in the new oven came out well after the tasting was fixed.",
  outcome: "success" as const,
};
