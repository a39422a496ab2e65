import { hash } from "node:crypto";
import { createAccess } from "../src/features/access/index.ts";
import { SCOPES } from "../src/model/scopes.ts";
import { systemClock } from "../src/platform/clock.ts";
import type { CredentialSource } from "../src/platform/http/ports.ts";
import { newId } from "../src/platform/ids.ts";
import { createLogger } from "../src/platform/log.ts";
import type { Postgres } from "../src/platform/postgres/postgres.ts";
import { createSecrets } from "../src/platform/secrets.ts";
import { removeTenant, withBench } from "./support/bench.ts";
import { defineFigure } from "./support/figure.ts";
import { compare } from "./support/rounds.ts";

export const figure = defineFigure({
  what: "verifying an API key and an access token that the process knows, against one bare SHA-256 of the same text",
  marks: {
    key: { unit: "us", better: "lower", must: 50, aim: 10 },
    token: { unit: "us", better: "lower", must: 50, aim: 10 },
    statements: { unit: "queries", better: "lower", must: 0, aim: 0 },
  },
  settings: { rounds: 9, uses: 100_000 },

  run: ({ rounds, uses }, say) =>
    withBench(say, async ({ stores, postgres, graph }) => {
      const { counted, statements } = counting(postgres);
      const access = createAccess({
        postgres: counted,
        clock: systemClock,
        log: createLogger("warn"),
        secrets: createSecrets(stores.secret),
        config: {
          keyEnvironment: "bench",
          baseUrl: undefined,
          home: "",
          admin: { email: undefined, password: undefined },
        },
      });
      const name = `bench ${newId()}`;
      const [email, password] = [`${newId()}@example.com`, newId()];
      const tenant = await access.createTenant({ name, adminEmail: email, adminPassword: password });
      try {
        const { token } = await access.verbs.login({ email, password });
        const { secret } = await access.createKeyForTenant("api_key", { tenant: name, name, scopes: [...SCOPES] });
        const found = { key: sourceOf({ "x-api-key": secret }), token: sourceOf({ authorization: `Bearer ${token}` }) };
        const verify = (source: CredentialSource) => () => {
          const identity = access.authenticator.authenticate(source);
          if (identity instanceof Promise || identity.tenantId !== tenant.id) throw new Error("not known, or not ours");
        };
        for (const source of Object.values(found)) await access.authenticator.authenticate(source);
        const before = statements();
        const measure = (source: CredentialSource, text: string) =>
          compare(
            rounds,
            {
              baseline: async () => microsEach(uses, () => hash("sha256", text, "base64")),
              ours: async () => microsEach(uses, verify(source)),
            },
            say,
          );
        const key = await measure(found.key, secret);
        const jwt = await measure(found.token, token);
        return {
          marks: { key: key.ours, token: jwt.ours, statements: statements() - before },
          details: {
            key_ratio: key.ratio,
            key_ratio_lowest: key.lowest,
            key_ratio_highest: key.highest,
            key_sha256_us: key.baseline,
            token_ratio: jwt.ratio,
            token_ratio_lowest: jwt.lowest,
            token_ratio_highest: jwt.highest,
            token_sha256_us: jwt.baseline,
            token_characters: token.length,
          },
          verified: ["every use answered at once, with the identity of the tenant"],
        };
      } finally {
        await access.stop();
        if (!stores.ownOnly) await removeTenant(graph, postgres, tenant.id);
      }
    }),
});

/** The store as the process sees it, and how many statements it was sent so far. */
function counting(postgres: Postgres): { counted: Postgres; statements: () => number } {
  let sent = 0;
  const counted: Postgres = {
    ...postgres,
    query: (text, values) => {
      sent++;
      return postgres.query(text, values);
    },
    transaction: (work) => {
      sent++;
      return postgres.transaction(work);
    },
  };
  return { counted, statements: () => sent };
}

function sourceOf(headers: Record<string, string>): CredentialSource {
  return { header: (name) => headers[name], queryApiKey: () => undefined, address: "192.0.2.1" };
}

/** Microseconds that one run of the work takes, the mean of many. */
function microsEach(times: number, work: () => unknown): number {
  const start = process.hrtime.bigint();
  for (let i = 0; i < times; i++) work();
  return Number(process.hrtime.bigint() - start) / 1_000 / times;
}
