/** Where an installed MiniLM is: the runtime, the model and its vocabulary. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Home } from "./files/home.ts";

export type InstalledMiniLm = {
  /** The folder of the package `onnxruntime-node`. */
  readonly runtime: string;
  readonly model: string;
  readonly vocabulary: () => Readonly<Record<string, number>>;
};

/** Undefined unless all parts are there. */
export function installedMiniLm({ embedderDirectory }: Pick<Home, "embedderDirectory">): InstalledMiniLm | undefined {
  const { runtime, model, tokenizer } = minilmPaths(embedderDirectory);
  if (![runtime, model, tokenizer].every((path) => existsSync(path))) return undefined;
  const vocabulary = () => (JSON.parse(readFileSync(tokenizer, "utf8")) as Tokenizer).model.vocab;
  return { runtime, model, vocabulary };
}

type Tokenizer = { readonly model: { readonly vocab: Readonly<Record<string, number>> } };

export function minilmPaths(directory: string) {
  return {
    runtime: join(directory, "node_modules", "onnxruntime-node"),
    model: join(directory, "model_quantized.onnx"),
    tokenizer: join(directory, "tokenizer.json"),
  };
}
