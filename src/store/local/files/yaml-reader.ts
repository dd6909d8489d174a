/** Re-exports the YAML parser for `import()`: importing the package itself would lose its export names when bundled. */
export { isMap, parseDocument } from "yaml";
