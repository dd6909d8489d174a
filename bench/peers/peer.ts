/** What the bench asks of each memory: how to install it, start it, write a message and search. */
import type { McpClient } from "../mcp-client.ts";
import type { Corpus } from "../recall-quality/corpus.ts";

export type Peer = {
  readonly name: string;
  /** Its folder in `.cache/peers`; default: its name. */
  readonly folder?: string;
  /** npm packages with their versions, the memory itself first; none for oldhand, which is built from this checkout. */
  readonly packages: readonly string[];
  /** Versions of packages below these, where the named ones have no binary on npm. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** Packages that are only unpacked, because something they depend on cannot be had. */
  readonly unpacked?: readonly string[];
  /** How it was driven, and what it could not have here. */
  readonly how: string;
  /** It only finds texts with every word of a query, or the query as it stands: it is asked a second time, word by word. */
  readonly needsEveryWord?: true;
  open(place: Place): Promise<OpenPeer>;
};

export type Place = {
  /** The folder with its node_modules. */
  readonly installed: string;
  /** An empty home and an empty directory to work in. */
  readonly home: string;
  readonly cwd: string;
  /** The environment with that home, and without a network. */
  readonly env: Readonly<Record<string, string>>;
  readonly corpus: Corpus;
};

export type Message = { readonly id: string; readonly text: string };

/** A result names its message, or has its text. */
export type Result = { readonly id: string } | { readonly text: string };

export type OpenPeer = {
  write(message: Message): Promise<void>;
  /** After the last message: what it still has to do before it can be asked. Counted as time to write. */
  settle?(): Promise<void>;
  /** The best results first. */
  search(question: string, limit: number): Promise<readonly Result[]>;
  close(): Promise<void>;
  /** The files and folders that it keeps. */
  readonly stores: readonly string[];
};

/** A memory that is written and searched by one tool each over MCP. */
export function overMcp(
  client: McpClient,
  {
    write,
    search,
    ...rest
  }: {
    readonly write: (message: Message) => readonly [tool: string, args: object];
    readonly search: (question: string, limit: number) => readonly [tool: string, args: object];
    readonly resultsIn: (answer: string) => readonly Result[];
    readonly stores: readonly string[];
  },
): OpenPeer {
  return {
    write: async (message) => void (await client.call(...write(message))),
    search: async (question, limit) => rest.resultsIn(await client.call(...search(question, limit))).slice(0, limit),
    close: client.close,
    stores: rest.stores,
  };
}

/** The fields of a JSON answer that hold a result's text. */
export function textsIn(list: unknown, field: string): Result[] {
  return (Array.isArray(list) ? list : []).map((item: Record<string, unknown>) => ({
    text: String(item[field] ?? ""),
  }));
}
