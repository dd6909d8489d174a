/** The YAML reader behind a door of ours: loaded when it is needed, with its names kept, which a bundled package loses. */
export { isMap, parseDocument } from "yaml";
