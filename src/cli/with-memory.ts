/** Opens the memory as a command needs it, runs the command, and closes it again. */

import { actorOf } from "../context/call-context.ts";
import type { Env } from "../context/environment.ts";
import { OldhandError } from "../core/base/error.ts";
import type { OpenOptions } from "../open/memory.ts";
import type { Answer, AnyMemory, Call, Command } from "./command.ts";
import { canPrompt } from "./terminal.ts";

export async function withMemory(command: Command, call: Call): Promise<Answer> {
  if (command.needs === "nothing") return (await command.run())(call);
  const { env } = call.io;
  const options = optionsFor(command, call);
  if (command.needs === "plan") {
    const memory = await (await import("../open/open-for-planning.ts")).openForPlanning(env, options);
    return closeAfter(memory, async () => (await command.run())(call, memory));
  }
  if (command.needs === "write") {
    // Imported only now: help and completions need no database.
    const { openMemory } = await import("../open/memory.ts");
    const memory = await openMemory(env, options);
    return closeAfter(memory, async () => {
      await confirmFiles(command, call, memory);
      return (await command.run())(call, memory);
    });
  }
  const memory: AnyMemory = await openForReading(env, options).catch(async (error: unknown) => {
    if (!(error instanceof OldhandError) || !READABLE_ANYWAY.has(error.code)) throw error;
    const readable = await (await import("../open/memory.ts")).openReadOnly(env, options);
    call.note(`${error.message} The memory is read-only here: usage is not recorded.`);
    return readable;
  });
  if (call.scope === "project" && memory.project === undefined) call.note("This directory is not in a project.");
  return closeAfter(memory, async () => {
    await confirmFiles(command, call, memory);
    return (await command.run())(call, memory);
  });
}

/** Before the answer, so that it is about files that the person has confirmed. */
async function confirmFiles(command: Command, call: Call, memory: AnyMemory): Promise<void> {
  if (
    command.asksAboutFiles === true ||
    actorOf(call.io.env) === "agent" ||
    !canPrompt(call) ||
    !("changedFiles" in memory)
  )
    return;
  await (await import("./confirm-files.ts")).askAboutChangedFiles(call, memory);
}

/** The files can still be read if nothing can be written, or if a newer oldhand has written them. */
const READABLE_ANYWAY: ReadonlySet<string> = new Set(["read-only", "full", "too-new"]);

async function openForReading(env: Env, options: OpenOptions): Promise<AnyMemory> {
  if (options.settle === "files") return (await import("../open/open-for-reading.ts")).openForReading(env, options);
  return (await import("../open/memory.ts")).openMemory(env, options);
}

function optionsFor(command: Command, { scope, given, note }: Call): OpenOptions {
  const asProject = command.asProject === true || (command.needs === "write" && scope === "project");
  // A dry run changes nothing, so it does not run what is due either.
  const settle = given.has("dry-run") ? "files" : (command.settle ?? "all");
  return { settle, note, asProject, isQuick: command.isQuick };
}

export async function closeAfter<T>(memory: { close(): void }, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } finally {
    memory.close();
  }
}
