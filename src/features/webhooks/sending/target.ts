import type { Clock } from "../../../platform/clock.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import type { Seal } from "../seal.ts";
import type { WebhookVersion } from "../webhook.model.ts";
import { webhooksStore } from "../webhooks.store.ts";
import { createSign, type Sign } from "./sign.ts";

/** The address of a webhook's receiver, and how its deliveries are signed. */
export interface Target {
  url: URL;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  sign: Sign;
  /** The signing secrets are valid until then. */
  validUntil: Date | undefined;
  failingSince: Date | null;
  version: WebhookVersion;
}

/** Undefined where the webhook does not exist or is not active. */
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
      version: { url: row.url, updatedAt: row.updatedAt },
    };
  };
}
