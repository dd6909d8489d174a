/** The formats that a workflow can be exported to; separate, so that listing them loads no exporter. */

export const EXPORT_FORMATS = ["justfile", "npm", "make", "skill", "sh"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
