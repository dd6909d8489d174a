/** The entrance for hooks of a server in a project, with a home of its own. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { HOOK_TOOL, hookEntrance } from "../../../src/faces/mcp/hook-entrance.ts";
import { memoryPool } from "../../../src/main/memory-pool.ts";
import { homeFrom } from "../../../src/store/files/home.ts";
import { pendingNotes } from "../../../src/store/spool/hook-notes.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

export async function entrance(t: TestContext) {
  const home = memoryHome(t);
  const project = join(home.outside, "app");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), "{}\n");
  const env = home.env({ isAgent: true, face: "mcp", cwd: project });
  const memories = memoryPool(env, () => {});
  t.after(memories.close);
  const answer = hookEntrance({ env, memories });
  let id = 0;
  const tell = async (input: object, host = "claude-code") => {
    id += 1;
    const params = { name: HOOK_TOOL, arguments: { host, session_id: "s1", cwd: project, ...input } };
    const result = (await answer({ jsonrpc: "2.0", id, method: "tools/call", params })) as {
      content: { text: string }[];
    };
    return JSON.parse(result.content[0]!.text);
  };
  return { home, project, answer, tell, notes: () => pendingNotes(homeFrom(env)) };
}
