import type { Clock } from "../../../platform/clock.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import type { Seal } from "../seal.ts";
import { createSign, type Sign } from "./sign.ts";
import { webhooksStore } from "../webhooks.store.ts";

/** Where a webhook's deliveries go, and how they are signed. */
export interface Target {
  url: URL;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  sign: Sign;
  /** From then on another set of secrets signs. */
  validUntil: Date | undefined;
  failingSince: Date | null;
}

/** Undefined where there is no such webhook, or it is not active. */
export type LoadTarget = (webhookId: string) => Promise<Target | undefined>;

const USER_AGENT = "Orrery-Webhooks/1";

export function createLoadTarget(deps: { postgres: Postgres; clock: Clock; seal: Seal }): LoadTarget {
  const { postgres, clock, seal } = deps;
  return async (webhookId) => {
    const [row, secrets] = await Promise.all([
      webhooksStore.findActive(postgres, webhookId),
      webhooksStore.secrets(postgres, webhookId, clock.now()),
    ]);
    if (!row) return undefined;
    const own = Object.entries(seal.openHeaders(row)).map(([name, value]) => [name.toLowerCase(), value]);
    const expiries = secrets.flatMap(({ expiresAt }) => (expiresAt ? [expiresAt.getTime()] : []));
    return {
      url: new URL(row.url),
      headers: { "content-type": "application/json", "user-agent": USER_AGENT, ...Object.fromEntries(own) },
      sign: createSign(secrets.map((secret) => seal.openSecret(webhookId, secret))),
      validUntil: expiries.length > 0 ? new Date(Math.min(...expiries)) : undefined,
      failingSince: row.failingSince,
    };
  };
}
