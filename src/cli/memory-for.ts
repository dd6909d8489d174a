/** Opens the memory as a command needs it, runs the command, and closes it again. */
import { OldhandError } from "../core/base/error.ts";
import type { OpenOptions } from "../memory.ts";
import type { Answer, AnyMemory, Call, Command } from "./command.ts";

export async function withMemory(command: Command, call: Call): Promise<Answer> {
  if (command.needs === "nothing") return (await command.run())(call);
  // Loaded only now: help and completions need no database.
  const { openMemory, openReadOnly } = await import("../memory.ts");
  const options = optionsFor(command, call);
  if (command.needs === "write") {
    const memory = await openMemory(call.io.env, options);
    return closing(memory, async () => (await command.run())(call, memory));
  }
  const memory: AnyMemory = await openMemory(call.io.env, options).catch((error: unknown) => {
    if (!(error instanceof OldhandError) || error.code !== "read-only") throw error;
    call.note(`${error.message} Reading goes on; nothing is noted.`);
    return openReadOnly(call.io.env, options);
  });
  if (call.scope === "project" && memory.project === undefined) call.note("There is no project here.");
  return closing(memory, async () => (await command.run())(call, memory));
}

function optionsFor(command: Command, { scope, note }: Call): OpenOptions {
  const asProject = command.asProject === true || (command.needs === "write" && scope === "project");
  return { settle: command.settle ?? "all", note, asProject };
}

/** Whatever becomes of it, the memory is closed. */
export async function closing<T>(memory: AnyMemory, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } finally {
    memory.close();
  }
}
