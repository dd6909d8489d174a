/** `help`, `version` and `completion`. */
import { OldhandError } from "../../core/base/error.ts";
import { version } from "../../core/base/version.ts";
import { type Answer, type Call, type Command, nameOf } from "../command.ts";
import { completionScript, type Shell } from "../help/completion.ts";
import { commandHelp, groupHelp, overview, usageOf } from "../help/help-text.ts";
import { COMMANDS, commandsUnder } from "../table/all-commands.ts";

export async function help({ args: [topic = ""] }: Call): Promise<Answer> {
  const words = topic.split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return { json: { commands: COMMANDS.map(described) }, text: overview };
  const exact = COMMANDS.find((command) => command.words.join(" ") === words.join(" "));
  const under = commandsUnder(words);
  if (under.length === 0)
    throw new OldhandError("usage", `Unknown command \`oldhand ${words.join(" ")}\`. See \`oldhand help\`.`);
  const others = under.filter((command) => command !== exact);
  return {
    json: { commands: under.map(described) },
    text: (style) =>
      [...(exact ? [commandHelp(exact, style)] : []), ...(others.length > 0 ? [groupHelp(words, style)] : [])].join(
        "\n\n",
      ),
  };
}

export async function showVersion(): Promise<Answer> {
  return { json: { version }, text: () => version };
}

export async function completion({ args: [shell] }: Call): Promise<Answer> {
  const script = completionScript(shell as Shell);
  return { json: { shell, script }, text: () => script.trimEnd() };
}

function described(command: Command) {
  const { summary, positionals = [], options = [], examples = [] } = command;
  return { name: nameOf(command), usage: usageOf(command), summary, positionals, options, examples };
}
