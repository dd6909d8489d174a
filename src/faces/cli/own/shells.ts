/** `init` and `hook`: what shells and agents run at their start. */
import { agentsWith } from "../../../agents/all.ts";
import { listOf } from "../../../core/text/wording.ts";
import { verb } from "../../../verbs/declare/verb.ts";
import { CTRL_R, WIRED_SHELLS } from "../../../verbs/setup/install.ts";

const INIT_SHELLS = [...WIRED_SHELLS, "powershell"] as const;
const HOOK_AGENTS = agentsWith("hooks").map(({ name }) => name);

export const init = verb({
  name: "init",
  summary: "Print the script that records your shell's commands.",
  notes: ["Add the matching line from the examples to the end of your shell's start-up file."],
  examples: [
    'eval "$(oldhand init zsh)"',
    'eval "$(oldhand init bash)"',
    "oldhand init fish | source",
    "oldhand init powershell | Out-String | Invoke-Expression",
  ],
  input: {
    shell: {
      type: "choice",
      at: "word",
      choices: INIT_SHELLS,
      required: true,
      help: `${listOf(INIT_SHELLS, "or")}.`,
    },
    ctrlR: CTRL_R,
  },
  act: "add",
  needs: "nothing",
  async run({ env, note }, { shell, ctrlR = false }) {
    const { shellScript, takeInAtStart } = await import("../../../main/init-shell.ts");
    const script = await shellScript(env, shell, { note, searchKey: ctrlR });
    await takeInAtStart(env);
    return { shell, script };
  },
  print: ({ script }) => script.replace(/\n$/, ""),
});

/** The built program runs a smaller one for hooks; started from source, a hook answers nothing. */
export const hook = verb({
  name: "hook",
  summary: "Answer an agent's hook; agents run this themselves.",
  notes: ["Reads the agent's JSON from stdin and prints matching records within 300 ms. It always exits with 0."],
  input: {
    agent: { type: "line", at: "word", offers: HOOK_AGENTS, required: true, help: `${listOf(HOOK_AGENTS, "or")}.` },
  },
  act: "read",
  needs: "nothing",
  run: async () => ({}),
  print: () => "",
});
