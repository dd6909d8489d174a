/** Finds the agent's tool for an action of the script among the tools that the agent offers. */
import type { Act } from "./model-server.ts";
import type { Call, Fields, Tool } from "./wires.ts";

export function callOf(act: Act, tools: readonly Tool[]): Call | undefined {
  if ("tool" in act) return { tool: act.tool, input: act.input };
  const words = wordsOf(act);
  const fitting = words.names.flatMap((name) => tools.filter((tool) => tool.name === name))[0];
  if (fitting === undefined && tools.some(isScript)) return scriptCall(act);
  // Codex reads with its shell.
  if (fitting === undefined && "read" in act) return callOf({ run: `cat ${act.read}` }, tools);
  if (fitting === undefined) return undefined;
  if (fitting.name === "apply_patch") return patchCall(act, fitting);
  return { tool: fitting.name, input: words.input(fitting) };
}

type Words = { readonly names: readonly string[]; readonly input: (tool: Tool) => Fields };

function wordsOf(act: Exclude<Act, { tool: string }>): Words {
  if ("run" in act) {
    return {
      names: ["Bash", "exec_command", "shell_command", "shell", "bash"],
      input: (tool) => ({
        [nameIn(tool, "command", "cmd")]: tool.name === "shell" ? ["bash", "-lc", act.run] : act.run,
        ...(tool.fields.includes("description") && { description: "Run it" }),
      }),
    };
  }
  if ("write" in act) {
    return {
      names: ["Write", "apply_patch", "write"],
      input: (tool) => ({ [pathIn(tool)]: act.write, content: act.text }),
    };
  }
  if ("edit" in act) {
    const { edit, from, to } = act;
    return {
      names: ["Edit", "apply_patch", "edit"],
      input: (tool) =>
        tool.fields.includes("edits")
          ? { [pathIn(tool)]: edit, edits: [{ oldText: from, newText: to }] }
          : {
              [pathIn(tool)]: edit,
              [nameIn(tool, "old_string", "oldString", "oldText")]: from,
              [nameIn(tool, "new_string", "newString", "newText")]: to,
            },
    };
  }
  if ("read" in act) return { names: ["Read", "read"], input: (tool) => ({ [pathIn(tool)]: act.read }) };
  return {
    names: ["Agent", "Task", "task"],
    input: (tool) => ({
      description: "Look around",
      prompt: act.delegate,
      subagent_type: tool.name === "task" ? "general" : "general-purpose",
      ...(tool.fields.includes("run_in_background") && { run_in_background: false }),
    }),
  };
}

function pathIn(tool: Tool): string {
  return nameIn(tool, "file_path", "filePath", "path");
}

function nameIn({ fields }: Tool, ...names: readonly string[]): string {
  return names.find((name) => fields.includes(name)) ?? names[0]!;
}

function patchCall(act: Act, { name, kind }: Tool): Call {
  const patch = patchOf(act);
  return { tool: name, input: kind === "custom" ? patch : { input: patch } };
}

/** Newer models of Codex have one tool, which runs a script that calls all others. */
function isScript({ name, kind }: Tool): boolean {
  return name === "exec" && kind === "custom";
}

function scriptCall(act: Act): Call | undefined {
  const asked = "read" in act ? `cat ${act.read}` : "run" in act ? act.run : undefined;
  if (asked === undefined && !("write" in act || "edit" in act)) return undefined;
  const called =
    asked === undefined
      ? `tools.apply_patch(${JSON.stringify(patchOf(act))})`
      : `tools.exec_command(${JSON.stringify({ cmd: asked })})`;
  return { tool: "exec", input: `text(await ${called});` };
}

function patchOf(act: Act): string {
  const lines = (text: string, mark: string): string[] => text.split("\n").map((line) => mark + line);
  const body =
    "write" in act
      ? [`*** Add File: ${act.write}`, ...lines(act.text, "+")]
      : "edit" in act
        ? [`*** Update File: ${act.edit}`, "@@", ...lines(act.from, "-"), ...lines(act.to, "+")]
        : [];
  return ["*** Begin Patch", ...body, "*** End Patch", ""].join("\n");
}
