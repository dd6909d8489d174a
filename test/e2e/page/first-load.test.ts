import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { bundlePage } from "../../../scripts/build-page.ts";

const MOST_BYTES = 60 * 1024;
const root = fileURLToPath(new URL("../../..", import.meta.url));

test("the first load of the page is at most 60 KB packed, and charts come later", async () => {
  const { packedBytes, metafile } = await bundlePage(root);
  assert.ok(packedBytes <= MOST_BYTES, `${packedBytes} bytes`);
  const withCharts = Object.entries(metafile.outputs).filter(([, { inputs }]) =>
    Object.keys(inputs).some((path) => path.includes("/uplot/") && path.endsWith(".js")),
  );
  assert.equal(withCharts.length, 1);
  assert.doesNotMatch(withCharts[0]![0], /app\.js$/);
});
