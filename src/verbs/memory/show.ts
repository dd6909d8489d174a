/** `show`, and `memory_get` for agents. */

import { object, string } from "../declare/json-schema.ts";
import { RECORD, toolRecord } from "../declare/record-schema.ts";
import { verb } from "../declare/verb.ts";
import { type RecordJson, recordJson } from "../print/json.ts";
import { printable } from "../print/style.ts";
import { recordText } from "../record/get.ts";

type Shown = { readonly address: string; readonly text: string } | { readonly record: RecordJson };

export const show = verb({
  name: "show",
  summary: "Print a file of the project's memory by its memory:// address.",
  examples: ["oldhand show memory://root/MEMORY.md"],
  input: {
    id: {
      type: "line",
      at: "word",
      required: true,
      label: "ADDRESS",
      help: "memory://root, memory://root/MEMORY.md or memory://root/skills/NAME/SKILL.md.",
    },
  },
  act: "read",
  needs: "write",
  async run({ context, session }, { id }): Promise<Shown> {
    const record = /^(?:memory:\/\/records\/)?([^/:]+)$/.exec(id)?.[1];
    if (record !== undefined) {
      const { reading } = await import("../recalling/read-verbs.ts");
      return { record: recordJson(await reading(context).get(record)) };
    }
    if (session === undefined) {
      const { resource } = await import("./artifacts/session-block.ts");
      return { address: id, text: await resource(context, id) };
    }
    const { readResource } = await import("./artifacts/read-address.ts");
    return { address: id, text: await readResource(context, id) };
  },
  print: (shown, style) => ("record" in shown ? recordText(shown.record, style) : printable(shown.text)),
  tool: {
    name: "memory_get",
    title: "Read one record",
    description: `Read one complete record with its type, trust and source, or a memory:// address.
Call it when you need to judge or cite a recalled line. memory://root is an overview of the memory here, memory://root/MEMORY.md is all of it.`,
    takes: { id: "The id of a record, or an address such as memory://root/MEMORY.md." },
    returns: object({ "record?": RECORD, "text?": string() }),
    answer: (shown) => ("record" in shown ? { record: toolRecord(shown.record) } : shown),
  },
});
