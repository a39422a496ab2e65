import { createLogger } from "../../../src/platform/log.ts";
import { PASSWORD } from "../../support/access.ts";
import { testClock } from "../../support/clock.ts";
import { composeApp } from "../../support/composed.ts";
import { scratchDatabase } from "../../support/scratch.ts";
import { stores } from "../../support/stores.ts";
import { tcpGate } from "../../support/tcp-gate.ts";

/** The application, all its answers and log lines, and every secret that it received or showed. */

const ROOT = "canary root secret: AqFzN8tKx2LwVb7RmYdJ";
export const BASE = "http://orrery.example.com";
export const WRONG_PASSWORD = "canary wrong password: hZ3uQp8XcT";

export interface Seen {
  request: string;
  status: number;
  text: string;
  /** Secrets that the answer is expected to show. */
  shows: Set<string>;
}

export interface Sent {
  body?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
}

// biome-ignore lint/suspicious/noExplicitAny: members are picked by who knows the answer
type Shown = (body: any) => Record<string, string>;

export async function canaryWorld() {
  const scratch = await scratchDatabase();
  const address = new URL(scratch.url);
  const gate = await tcpGate({ host: address.hostname, port: Number(address.port) });
  const through = { hostname: "127.0.0.1", port: String(gate.port) };
  const clock = testClock();
  const lines: string[] = [];
  const { app, removeHome } = composeApp({
    stores: { neo4j: stores().neo4j, postgresUrl: Object.assign(new URL(scratch.url), through).toString() },
    env: { ORRERY_SECRET: ROOT, ORRERY_RATE_LIMIT_FACTOR: "100000", ORRERY_BASE_URL: BASE },
    clock,
    log: createLogger("trace", { write: (text) => lines.push(text) }),
  });
  /** Name of each secret by its text. */
  const secrets = new Map<string, string>([
    [ROOT, "root secret"],
    [stores().neo4j.password, "password of Neo4j"],
    [decodeURIComponent(address.password), "password of Postgres"],
    [PASSWORD, "password"],
    [WRONG_PASSWORD, "wrong password"],
  ]);
  const seen: Seen[] = [];
  await app.prepare();
  await app.jobs.start({ work: true });

  /** Sends the request, stores the answer, and remembers the secrets in it. */
  const send = async (
    method: string,
    path: string,
    { body, form, headers = {} }: Sent = {},
    shown: Shown = () => ({}),
  ): Promise<{ status: number; shown: Record<string, string> }> => {
    const type = form ? "application/x-www-form-urlencoded" : "application/json";
    const response = await app.http.request(path, {
      method,
      headers: { ...((body || form) && { "content-type": type }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(form && { body: new URLSearchParams(form).toString() }),
    });
    const content = await response.text();
    const found = response.ok ? shown(JSON.parse(content)) : {};
    for (const [name, text] of Object.entries(found)) secrets.set(text, name);
    const heads = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
    const shows = new Set(Object.values(found));
    seen.push({ request: `${method} ${path}`, status: response.status, text: `${heads}\n\n${content}`, shows });
    return { status: response.status, shown: found };
  };

  return {
    app,
    postgres: scratch.postgres,
    gate,
    clock,
    lines,
    secrets,
    seen,
    send,

    /** Remembers the secret, and returns it. */
    plant(text: string, name: string): string {
      secrets.set(text, name);
      return text;
    },

    /** Names of the secrets in the text, except those that it may show. */
    foundIn(text: string, allowed: ReadonlySet<string> = new Set()): string[] {
      const found = [];
      for (const [secret, name] of secrets) {
        if (allowed.has(secret)) continue;
        const held = formsOf(secret).some((form) => (typeof form === "string" ? text.includes(form) : form.test(text)));
        if (held) found.push(name);
      }
      return found;
    },

    async close() {
      await app.stopWork(2_000);
      await app.close();
      await gate.close();
      await scratch.drop();
      removeHome();
    },
  };
}

export type CanaryWorld = Awaited<ReturnType<typeof canaryWorld>>;

/** The encodings of a secret to search for. Digits match only as a whole word. */
function formsOf(secret: string): (string | RegExp)[] {
  if (/^\d{6}$/.test(secret)) return [new RegExp(`(?<![\\w.:+-])${secret}(?![\\w.:-])`)];
  const bytes = Buffer.from(secret);
  const inBase64 = bytes.toString("base64").replace(/.=*$/, "").slice(0, -1);
  const tail = secret.length > 100 ? [secret.slice(-40)] : [];
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString("hex"),
    inBase64,
    ...tail,
  ];
}
