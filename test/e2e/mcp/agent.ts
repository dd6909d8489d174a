/** The built server as an agent starts it: a separate process that reads lines of JSON-RPC. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Cleaning, tempDir } from "../../fixtures/git-repo.ts";
import { program } from "../cli/program.ts";

export type Fields = ReturnType<typeof JSON.parse>;

export type Agent = {
  readonly child: ChildProcessWithoutNullStreams;
  /** Every line that came on stdout, as it came. */
  readonly lines: string[];
  /** Whatever came on stderr. */
  readonly noise: () => string;
  send(text: string): void;
  request(method: string, params?: object): Promise<Fields>;
  /** The answer of a tool; throws if it failed. */
  call(name: string, input?: object): Promise<Fields>;
  /** Resolves with the exit code once the process is gone. */
  readonly gone: Promise<number | null>;
};

export type World = { readonly home: string; project(name: string): string };

export function world(t: Cleaning): World {
  const root = tempDir(t, "world");
  return {
    home: join(root, "home"),
    project(name) {
      const dir = join(root, name);
      mkdirSync(dir, { recursive: true });
      writeFileSync(join(dir, "package.json"), "{}\n");
      return realpathSync(dir);
    },
  };
}

export type Era = "2025-06-18" | "2025-11-25" | "2026-07-28";

type Where = { readonly cwd: string; readonly era?: Era; readonly env?: Readonly<Record<string, string>> };

/** Starts a server and opens the connection as that protocol revision requires. */
export async function agent(t: Cleaning, { home }: World, where: Where): Promise<Agent> {
  const { cwd, era = "2025-06-18", env: more = {} } = where;
  const env = { PATH: process.env.PATH, HOME: home, OLDHAND_HOME: home, ...more };
  const child = spawn(process.execPath, [program, "mcp"], { cwd, env });
  const gone = once(child, "exit").then(([code]) => code as number | null);
  t.after(() => void child.kill("SIGKILL"));
  const one = { ...speaking(child, era), gone };
  if (era === "2026-07-28") await one.request("server/discover");
  else {
    await one.request("initialize", {
      protocolVersion: era,
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    });
    one.send('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  }
  return one;
}

function speaking(child: ChildProcessWithoutNullStreams, era: Era): Omit<Agent, "gone"> {
  const lines: string[] = [];
  const pending = new Map<string, (answer: Fields) => void>();
  let [rest, noise, last] = ["", "", 0];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop()!;
    for (const line of parts) {
      lines.push(line);
      const { id } = JSON.parse(line);
      pending.get(String(id))?.(JSON.parse(line));
    }
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    noise += text;
  });
  child.stdin.on("error", () => {}); // a server that is gone takes nothing any more
  const send = (text: string): void => void child.stdin.write(text);
  const request = (method: string, params: object = {}): Promise<Fields> =>
    new Promise((resolve) => {
      last += 1;
      pending.set(`r${last}`, resolve);
      send(`${JSON.stringify({ jsonrpc: "2.0", id: `r${last}`, method, params: { ...params, ...metaOf(era) } })}\n`);
    });
  const call = async (name: string, input: object = {}): Promise<Fields> => {
    const { result, error } = await request("tools/call", { name, arguments: input });
    if (error !== undefined || result.isError) throw new Error(error?.message ?? result.content[0].text);
    return result.structuredContent;
  };
  return { child, lines, noise: () => noise, send, request, call };
}

/** The newest revision has no handshake: every request names the client. */
function metaOf(era: Era): object {
  if (era !== "2026-07-28") return {};
  const meta = { protocolVersion: era, clientInfo: { name: "test", version: "1" }, clientCapabilities: {} };
  return {
    _meta: Object.fromEntries(Object.entries(meta).map(([key, value]) => [`io.modelcontextprotocol/${key}`, value])),
  };
}
