/** Agents that oldhand only recognises, so that their commands are not taken for the person's. */
import type { Agent } from "./agent.ts";

export const recognised: readonly Agent[] = [
  {
    name: "copilot",
    title: "Copilot CLI",
    process: { programs: ["copilot"], packages: ["@github/copilot"] },
    marks: { variables: ["COPILOT_CLI", "COPILOT_AGENT"] },
  },
  {
    name: "amp",
    title: "Amp",
    process: { programs: ["amp"], packages: ["@sourcegraph/amp"] },
    marks: { variables: ["AMP_CURRENT_THREAD_ID"] },
  },
  {
    name: "auggie",
    title: "Auggie",
    process: { programs: ["auggie"], packages: ["@augmentcode/auggie"] },
    marks: { variables: ["AUGMENT_AGENT"] },
  },
  {
    name: "qwen",
    title: "Qwen Code",
    process: { programs: ["qwen"], packages: ["@qwen-code/qwen-code"] },
    marks: { variables: ["QWEN_CODE"] },
  },
  { name: "aider", title: "Aider", process: { programs: ["aider"] } },
  { name: "crush", title: "Crush", process: { programs: ["crush"], packages: ["@charmland/crush"] } },
  { name: "goose", title: "Goose", process: { programs: ["goose"] } },
  { name: "droid", title: "Droid", process: { programs: ["droid"] } },
  { name: "cline", title: "Cline", process: { programs: ["cline"], packages: ["cline"] } },
  { name: "openhands", title: "OpenHands", process: { programs: ["openhands"] } },
  { name: "kiro", title: "Kiro", process: { programs: ["kiro-cli"] } },
  { name: "kimi", title: "Kimi", process: { programs: ["kimi"] } },
];
