import assert from "node:assert/strict";
import { test } from "node:test";
import { connected, ran } from "./connected.ts";

test("the overview lists records by category, with who stated them", async (t) => {
  const { call, request, home, project } = await connected(t);
  const person = await home.openBeside(project);
  await person.add({ text: "Use tabs", type: "preference", scope: "global" });
  for (let n = 0; n < 10; n++) await call("memory_learn", { text: `The lock n${n} has gate z${n * 37}`, type: "fact" });
  const { text } = (await request("resources/read", { uri: "memory://root" })).result.contents[0];
  assert.match(
    text,
    /## preferences\n\n- Use tabs \(preference, global, stated by the person; memory:\/\/records\/rec_/,
  );
  assert.match(text, /## facts\n\n- The lock n9 /);
  assert.match(text, /- more: call memory_list with category facts$/);
});

test("MEMORY.md contains every active record, workflows with their steps", async (t) => {
  const it = await connected(t);
  const { call, request } = it;
  ran(it, ["make", "make install"]);
  await call("memory_procedure", { name: "ship", steps: ["make", "make install"], description: "Ship it" });
  const { record } = await call("memory_learn", { text: "The old way", type: "fact" });
  await call("memory_archive", { id: record.id });
  const { text } = (await request("resources/read", { uri: "memory://root/MEMORY.md" })).result.contents[0];
  assert.match(text, /^# MEMORY\n\n## procedures\n\nShip it\n\n1\. make\n2\. make install\n\n\(workflow, project, /);
  assert.doesNotMatch(text, /The old way/);
});

test("a record is read by its address, as a resource and by memory_get, and its id completed", async (t) => {
  const { call, request } = await connected(t);
  const { record } = await call("memory_learn", { text: "The pump is blue", type: "fact" });
  const uri = `memory://records/${record.id}`;
  const { contents } = (await request("resources/read", { uri })).result;
  assert.match(contents[0].text, new RegExp(`^# ${record.id}\n\nThe pump is blue\n\n- type: fact\n`));
  assert.equal((await call("memory_get", { id: uri })).record.id, record.id);
  const ref = { type: "ref/resource", uri: "memory://records/{id}" };
  const { completion } = (await request("completion/complete", { ref, argument: { name: "id", value: "rec_" } }))
    .result;
  assert.deepEqual(completion.values, [record.id]);
});

test("a playbook is read by its address once consolidation wrote it", async (t) => {
  const { call, request, home, project } = await connected(t);
  const person = await home.openBeside(project);
  await person.saveWorkflow({ name: "ship it", steps: ["make", "make install"] });
  const uri = "memory://root/skills/ship-it/SKILL.md";
  assert.match((await request("resources/read", { uri })).error.message, /no resource/i);
  await call("memory_consolidate", {});
  const { contents } = (await request("resources/read", { uri })).result;
  assert.deepEqual([contents[0].uri, contents[0].mimeType], [uri, "text/markdown"]);
  assert.match(contents[0].text, /^---\nname: ship-it\n[\s\S]*make install/);
});

test("an unknown address or id is an error", async (t) => {
  const { request } = await connected(t);
  for (const uri of ["memory://records/rec_nobody", "memory://nowhere", "memory://root/skills/x/SKILL.md"]) {
    const { error } = await request("resources/read", { uri });
    assert.match(error.message, /no record|no resource|not found/i, uri);
  }
});

test("an empty memory reads: No records yet", async (t) => {
  const { request } = await connected(t);
  const { text } = (await request("resources/read", { uri: "memory://root" })).result.contents[0];
  assert.match(text, /No records yet\.$/);
});

test("the prompts include matching records, and ask the agent to save what should last", async (t) => {
  const { call, request } = await connected(t);
  await call("memory_learn", { text: "The crane needs a permit", type: "pitfall" });
  const prompt = async (name: string, args?: object): Promise<string> =>
    (await request("prompts/get", { name, ...(args && { arguments: args }) })).result.messages[0].content.text;
  assert.match(await prompt("recall", { about: "move the crane" }), /role="data">[\s\S]*The crane needs a permit/);
  assert.match(await prompt("recall", { about: "sail" }), /The memory holds nothing about: sail/);
  assert.match(await prompt("remember", { what: "cranes" }), /Remember this: cranes[\s\S]*memory_learn/);
  assert.match(await prompt("remember"), /Look through this conversation/);
});
