import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import openapiTypes, { astToString } from "openapi-typescript";
import { createApp } from "../../app.ts";
import { loadConfig } from "../../config.ts";
import { createLogger } from "../../platform/log.ts";

const HEAD = `// Written by \`npm run console:types\` from the service's OpenAPI documents. Do not edit.\n\n`;
/** On a machine that does other work a document may take longer to make than a request may last. */
const PATIENT_MS = 300_000;
/** Base path of each variant: the file of its types. */
const DOCUMENTS = { "/v1": "v1.d.ts", "/api": "api.d.ts" };

/**
 * The types of both OpenAPI documents, by file name. Composes the application without its stores: the documents need
 * none.
 */
export async function consoleTypes(): Promise<Record<string, string>> {
  const home = await mkdtemp(path.join(tmpdir(), "orrery-types-"));
  const nowhere = { uri: "bolt://127.0.0.1:1", username: "neo4j", password: "none", database: "neo4j" };
  const stores = { neo4j: nowhere, postgresUrl: "postgres://127.0.0.1:1/none" };
  const config = loadConfig({ ORRERY_HOME: home, ORRERY_SECRET: "only for documents, which hold no secret" });
  const app = createApp(config, { log: createLogger("silent"), stores, deadlineMs: PATIENT_MS });
  try {
    const written = Object.entries(DOCUMENTS).map(async ([base, file]) => {
      const document = await app.http.request(`${base}/openapi.json`);
      if (!document.ok) throw new Error(`${base}/openapi.json answered ${document.status}`);
      return [file, HEAD + astToString(await openapiTypes(await document.text(), { alphabetize: true }))];
    });
    return Object.fromEntries(await Promise.all(written));
  } finally {
    await app.close();
    await rm(home, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  for (const [file, text] of Object.entries(await consoleTypes())) {
    await writeFile(path.join(import.meta.dirname, file), text);
  }
}
