/** The forms in which a workflow can be written for another program. */

export const EXPORT_FORMATS = ["justfile", "npm", "make", "skill", "sh"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
