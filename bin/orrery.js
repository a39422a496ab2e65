#!/usr/bin/env node
// Says clearly that Node is too old before the TypeScript entry is parsed, which an old Node cannot do.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `orrery: Node 22.18 or newer is needed, this is ${process.versions.node}. ` +
      "`npm ci` brings the right one: start Orrery with `npm start` or `npx orrery` from the project's folder.\n",
  );
  process.exit(2);
}
const { main } = await import("../src/main.ts");
await main(process.argv);
