/** Exports a workflow for another program: sh, just, make, npm or an Agent Skill. */
import type { ExportFormat } from "../slots.ts";
import { exportToJust } from "./justfile.ts";
import { exportToMake } from "./makefile.ts";
import { exportToNpm } from "./npm-script.ts";
import { exportToShell } from "./shell-function.ts";
import { exportToSkill } from "./skill.ts";

export type WorkflowToExport = {
  readonly name: string;
  readonly steps: readonly string[];
  readonly description?: string;
};

export type ExportedWorkflow =
  | {
      readonly outcome: "written";
      readonly text: string;
      /** The usual file for such a text. */
      readonly file: string;
      /** What the person should know before using it. */
      readonly notes: readonly string[];
    }
  | { readonly outcome: "unfit"; readonly reason: string };

export function exportWorkflow(format: ExportFormat, workflow: WorkflowToExport): ExportedWorkflow {
  return EXPORTERS[format](workflow);
}

const EXPORTERS: Readonly<Record<ExportFormat, (workflow: WorkflowToExport) => ExportedWorkflow>> = {
  justfile: exportToJust,
  npm: exportToNpm,
  make: exportToMake,
  skill: exportToSkill,
  sh: exportToShell,
};
