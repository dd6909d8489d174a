import assert from "node:assert/strict";
import { test } from "node:test";
import { readModelName } from "../../src/models/model-name.ts";

const NONE = {};
const local = "http://127.0.0.1:11434";

const readable: [
  setting: string,
  variables: Record<string, string>,
  provider: string,
  model: string,
  address: string,
][] = [
  ["ollama/qwen3:8b", NONE, "ollama", "qwen3:8b", local],
  [" ollama/qwen3:8b ", NONE, "ollama", "qwen3:8b", local],
  ["ollama/hf.co/someone/model:Q4", NONE, "ollama", "hf.co/someone/model:Q4", local],
  ["ollama/qwen3:8b@http://box:11434/", NONE, "ollama", "qwen3:8b", "http://box:11434"],
  ["ollama/qwen3:8b", { OLLAMA_HOST: "0.0.0.0" }, "ollama", "qwen3:8b", local],
  ["ollama/qwen3:8b", { OLLAMA_HOST: "box:9000" }, "ollama", "qwen3:8b", "http://box:9000"],
  ["anthropic/claude-sonnet-4-5", NONE, "anthropic", "claude-sonnet-4-5", "https://api.anthropic.com/v1"],
  ["openai-compatible/llama@http://127.0.0.1:8080/v1", NONE, "openai-compatible", "llama", "http://127.0.0.1:8080/v1"],
  ["openai-compatible/a@b@https://host/v1", NONE, "openai-compatible", "a@b", "https://host/v1"],
  ["openai-compatible/m", { OPENAI_BASE_URL: "https://host/v1" }, "openai-compatible", "m", "https://host/v1"],
];

test("a setting names a provider, a model and an address", () => {
  for (const [setting, variables, provider, model, address] of readable)
    assert.deepEqual(readModelName(setting, variables), { provider, model, address, key: undefined }, setting);
});

const unreadable: [setting: string, says: RegExp][] = [
  ["qwen3:8b", /provider\/model, such as ollama\/qwen3:8b/],
  ["ollama/", /provider\/model/],
  ["mistral/large", /Providers: ollama, openai-compatible and anthropic/],
  ["constructor/large", /provider\/model/],
  ["openai-compatible/llama", /OPENAI_BASE_URL/],
  ["ollama/m@http://user:word@box", /must not contain a password/],
];

test("a setting that cannot be read says how to write it", () => {
  for (const [setting, says] of unreadable) assert.throws(() => readModelName(setting, NONE), says, setting);
});

test("an address in the environment has to be one of the web", () => {
  assert.throws(() => readModelName("ollama/m", { OLLAMA_HOST: "file:///etc" }), /http:\/\/ or https:\/\//);
});
