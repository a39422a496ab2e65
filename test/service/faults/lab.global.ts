import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { SHORT_LIVED_JAVA } from "../../support/short-lived-java.ts";
import { ownStores, type StoreName } from "./own-stores.ts";

/**
 * The lab of all files that take stores away: both stores, started when the first file asks for them, and restarted here
 * so that they outlive the process of that file. `lab.ts` speaks to it:
 *
 *   GET /                          both addresses, once the stores run
 *   POST /{store}/signal/{name}    POST /{store}/gone    POST /{store}/start
 *   GET /{store}/disk              whether it is its own and can be filled
 *   POST /{store}/fill             POST /{store}/empty
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  process.env.JAVA_TOOL_OPTIONS ??= SHORT_LIVED_JAVA;
  let lab: ReturnType<typeof ownStores> | undefined;
  const answer = async (path: string): Promise<unknown> => {
    lab ??= ownStores();
    const { neo4j, postgres, servers, disks, heal } = await lab;
    const [, store, verb, signal] = path.split("/");
    const server = servers[store as StoreName];
    const disk = disks[store as StoreName];
    if (path === "/") return heal().then(() => ({ neo4j, postgres }));
    if (verb === "signal") return server.signal(signal as NodeJS.Signals);
    if (verb === "gone") return server.gone();
    if (verb === "start") return server.startAgain();
    if (verb === "disk") return disk !== undefined;
    if (verb === "fill") return disk?.fill();
    if (verb === "empty") return disk?.empty();
    throw new Error(`The lab knows no ${path}`);
  };
  const control = createServer((request, response) => {
    answer(request.url ?? "").then(
      (result) => response.end(JSON.stringify(result ?? null)),
      (error: Error) => response.writeHead(500).end(error.stack),
    );
  });
  await new Promise<void>((resolve) => control.listen(0, "127.0.0.1", resolve));
  project.provide("lab", `http://127.0.0.1:${(control.address() as AddressInfo).port}`);
  return async () => {
    control.close();
    await (await lab)?.stop();
  };
}
