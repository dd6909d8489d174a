/** memvid: one file with a full-text index inside; its program is started for every call. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Message, type Peer, textsIn } from "./peer.ts";

const CALL_MS = 300_000;

export const MEMVID: Peer = {
  name: "memvid",
  packages: ["memvid-cli@2.0.151"],
  how: "its command line, all messages in one call; words alone: the model of its embedder comes from elsewhere",
  async open({ installed, cwd, env }) {
    const program = join(installed, `node_modules/@memvid/cli-${process.platform}-${process.arch}/memvid`);
    const file = join(cwd, "talk.mv2");
    const run = (...args: string[]): string => {
      const done = spawnSync(program, args, { cwd, env, encoding: "utf8", maxBuffer: 1e8, timeout: CALL_MS });
      if (done.status !== 0) throw new Error(done.stderr || String(done.error));
      return done.stdout;
    };
    run("create", file);
    const messages: Message[] = [];
    return {
      write: async (message) => void messages.push(message),
      async settle() {
        const input = join(cwd, "messages.json");
        writeFileSync(input, JSON.stringify(messages.map(({ id, text }) => ({ title: id, label: "message", text }))));
        run("put-many", file, "--input", input, "--json");
      },
      async search(query, limit) {
        const answer = run("find", file, "--query", query, "--json", "--top-k", String(limit), "--mode", "lex");
        return textsIn(JSON.parse(answer).hits, "title").map((found) => ({ id: "text" in found ? found.text : "" }));
      },
      close: async () => {},
      stores: [file],
    };
  },
};
