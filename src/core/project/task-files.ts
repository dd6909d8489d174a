/** The files in which a project defines tasks, in the order in which each tool looks for them. */

export const MAKEFILES: readonly string[] = ["GNUmakefile", "makefile", "Makefile"];
export const JUSTFILES: readonly string[] = ["justfile", "Justfile", ".justfile"];
export const TASKFILES: readonly string[] = ["Taskfile.yml", "Taskfile.yaml", "taskfile.yml", "taskfile.yaml"];
export const COMPOSE_FILES: readonly string[] = [
  "compose.yaml",
  "compose.yml",
  "docker-compose.yaml",
  "docker-compose.yml",
];
