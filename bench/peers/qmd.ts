/** qmd: an index over Markdown files; BM25 while its models cannot be downloaded. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connectMcp } from "../mcp-client.ts";
import { type Peer, textsIn } from "./peer.ts";

export const QMD: Peer = {
  name: "qmd",
  packages: ["@tobilu/qmd@2.8.3"],
  how: "a Markdown file for each message, indexed at once; MCP; words alone: its models come from elsewhere",
  needsEveryWord: true,
  async open({ installed, home, cwd, env }) {
    const program = join(installed, "node_modules/@tobilu/qmd/dist/cli/qmd.js");
    const folder = join(cwd, "talk");
    mkdirSync(folder);
    const texts = new Map<string, string>();
    // Started after the index is complete, as it reads its collections once.
    let server: ReturnType<typeof connectMcp> | undefined;
    return {
      async write({ id, text }) {
        const name = `${id.replace(":", "-").toLowerCase()}.md`;
        texts.set(`talk/${name}`, id);
        writeFileSync(join(folder, name), `${text}\n`);
      },
      async settle() {
        const done = spawnSync(process.execPath, [program, "collection", "add", folder, "--name", "talk"], {
          cwd,
          env,
        });
        if (done.status !== 0) throw new Error(String(done.stderr));
        server = connectMcp({ command: process.execPath, args: [program, "mcp"], cwd, env, structured: true });
        await server;
      },
      async search(query, limit) {
        const searches = [{ type: "lex", query }];
        const answer = JSON.parse(await (await server!).call("query", { searches, limit, rerank: false }));
        return textsIn(answer.results, "file").map((found) => ({
          id: texts.get("text" in found ? found.text : "") ?? "",
        }));
      },
      close: async () => (await server)?.close(),
      stores: [join(home, ".cache/qmd"), folder],
    };
  },
};
