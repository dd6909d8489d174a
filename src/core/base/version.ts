/** The version of this oldhand, from the manifest of the package. */
import manifest from "../../../package.json" with { type: "json" };

export const version: string = manifest.version;
