// Loads an installed plugin in the place of its host, tries one command, and prints what became of it as JSON.
// node drive-plugin.mjs opencode|pi FILE COMMAND yes|no|no-terminal
import { pathToFileURL } from "node:url";

const [host, file, command, answer] = process.argv.slice(2);
const plugin = await import(pathToFileURL(file).href);
const questions = [];

const hosts = {
  async opencode() {
    const hooks = await plugin.Oldhand({ directory: process.cwd() });
    return async (line, callID) => {
      const call = { tool: "bash", sessionID: "s1", callID };
      try {
        await hooks["tool.execute.before"](call, { args: { command: line } });
      } catch ({ message }) {
        return { stopped: message };
      }
      const output = { output: "ran", metadata: { exit: 0 } };
      await hooks["tool.execute.after"](call, output);
      return { result: output.output };
    };
  },
  async pi() {
    const on = {};
    plugin.default({
      on(name, act) {
        on[name] = [...(on[name] ?? []), act];
      },
    });
    const confirm = async (_title, text) => {
      questions.push(text);
      return answer === "yes";
    };
    const sessionManager = { getSessionId: () => "s1", getSessionFile: () => "s1.jsonl" };
    const context = { cwd: process.cwd(), sessionManager, hasUI: answer !== "no-terminal", ui: { confirm } };
    return async (line, toolCallId) => {
      const call = { toolName: "bash", toolCallId, input: { command: line } };
      const said = await on.tool_call[0](call, context);
      if (said?.block) return { stopped: said.reason };
      const content = [{ type: "text", text: "ran" }];
      const after = await on.tool_result[0]({ ...call, content, details: {}, isError: false }, context);
      return { result: (after?.content ?? content).map(({ text }) => text).join("\n") };
    };
  },
};

const attempt = await hosts[host]();
// A guard that is not answered in time stops nothing: wait until the server answers.
while ((await attempt("ready-check", "ready")).stopped === undefined);
console.log(JSON.stringify({ ...(await attempt(command, "one")), questions }));
process.exit(0);
