/** The embedder of a call, opened once, and what to tell if it cannot be used. */
import type { Config } from "../../../core/base/config.ts";
import { OldhandError } from "../../../core/base/error.ts";
import type { Embedder } from "../../../core/search/vectors.ts";
import { embedderFor } from "../../../models/embed/embedder.ts";
import type { Home } from "../../../store/files/home.ts";
import { openPieceTable } from "../../../store/piece-table.ts";
import type { Env } from "../environment.ts";

export type Embedding = {
  readonly embedder?: Embedder;
  /** Why the embedder of the settings is not used. */
  readonly fault?: string;
};

type EmbeddingParts = { readonly env: Pick<Env, "variables">; readonly config: Config; readonly home: Home };

const opened = new Map<string, Embedding>();

/** A process keeps what it opened: a model takes a tenth of a second to load. */
export async function embeddingOf({ env, config, home }: EmbeddingParts): Promise<Embedding> {
  const setting = config["recall.embedder"];
  const key = `${home.embedderDirectory}\0${setting}`;
  const before = opened.get(key);
  if (before !== undefined) return before;
  const found = await open(setting, { env, config, home });
  // A fault may be mended while a server runs.
  if (found.fault === undefined) opened.set(key, found);
  return found;
}

async function open(setting: string, { env, config, home }: EmbeddingParts): Promise<Embedding> {
  try {
    const embedder = await embedderFor(setting, {
      variables: env.variables,
      privatePatterns: config["capture.private"],
      pieceTable: () => openPieceTable(),
      directory: home.embedderDirectory,
    });
    return embedder === undefined ? {} : { embedder: withLastText(embedder) };
  } catch (error) {
    if (!(error instanceof OldhandError)) throw error;
    return { fault: error.message };
  }
}

/** A question is compared with records and with messages: a model embeds it once. */
function withLastText(embedder: Embedder): Embedder {
  let last: { readonly text: string; readonly vectors: ReturnType<Embedder["embed"]> } | undefined;
  return {
    ...embedder,
    async embed(texts, signal) {
      const [text] = texts;
      if (texts.length > 1 || text === undefined) return embedder.embed(texts, signal);
      if (last?.text === text) return last.vectors;
      const vectors = await embedder.embed(texts, signal);
      last = { text, vectors };
      return vectors;
    },
  };
}
