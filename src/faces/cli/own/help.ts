/** `help`, `version` and `completion`: what the command line says about itself. */
import { OldhandError } from "../../../core/base/error.ts";
import { version } from "../../../core/base/version.ts";
import { listOf } from "../../../core/text/wording.ts";
import { verb } from "../../../verbs/declare/verb.ts";
import type { Style } from "../../../verbs/print/style.ts";
import type { Command } from "../command.ts";

type Helped = { readonly commands: readonly Command[]; readonly text: (style: Style) => string };

export const help = verb({
  name: "help",
  summary: "Show help for a command.",
  examples: ["oldhand help", "oldhand help --all", "oldhand help record add"],
  input: {
    command: { type: "line", at: "rest", help: "A command such as `record add` (default: the ten to know)." },
    all: { type: "flag", help: "List all commands, one line for each noun." },
  },
  act: "read",
  needs: "nothing",
  async run(_, { command = "", all = false }): Promise<Helped> {
    const { allHelp, commandHelp, groupHelp, overview } = await import("../help/help-text.ts");
    const { allCommands, allNames, commandsUnder } = await import("../commands.ts");
    const words = command.split(/\s+/).filter((word) => word !== "");
    if (words.length === 0) return { commands: allCommands(), text: all ? allHelp : overview };
    const named = allNames().filter(({ words: own, flags }) => [...own, ...flags].join(" ") === words.join(" "));
    const exact = named[0]?.command;
    const under = exact?.words.length === 0 ? [exact] : commandsUnder(words.filter((word) => !word.startsWith("--")));
    if (under.length === 0)
      throw new OldhandError("usage", `Unknown command \`oldhand ${words.join(" ")}\`. See \`oldhand help\`.`);
    const others = under.filter((one) => one !== exact);
    return {
      commands: under,
      text: (style) =>
        [...(exact ? [commandHelp(exact, style)] : []), ...(others.length > 0 ? [groupHelp(words, style)] : [])].join(
          "\n\n",
        ),
    };
  },
  json: ({ commands }) => ({ commands: commands.map(described) }),
  print: ({ text }, style) => text(style),
});

function described({ verb: { name, summary, examples = [] }, positionals, options }: Command) {
  return { name: `oldhand ${name}`, summary, positionals, options, examples };
}

export const showVersion = verb({
  name: "version",
  summary: "Print the version.",
  input: {},
  act: "read",
  needs: "nothing",
  run: async () => ({ version }),
  print: (result) => result.version,
});

const SHELLS = ["zsh", "bash", "fish"] as const;

export const completion = verb({
  name: "completion",
  summary: "Print a completion script for your shell.",
  notes: ["Add the matching line from the examples to your shell's start-up file."],
  examples: [
    "source <(oldhand completion zsh)",
    "source <(oldhand completion bash)",
    "oldhand completion fish | source",
  ],
  input: { shell: { type: "choice", at: "word", choices: SHELLS, required: true, help: `${listOf(SHELLS, "or")}.` } },
  act: "read",
  needs: "nothing",
  async run(_, { shell }) {
    const { completionScript } = await import("../help/completion.ts");
    return { shell, script: completionScript(shell) };
  },
  print: ({ script }) => script.trimEnd(),
});
