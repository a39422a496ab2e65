import { invalidField, unavailable } from "../../../errors.ts";
import { isObject } from "../../../model/json.ts";
import type { Egress } from "../../../platform/outside/egress.ts";
import { createCallOutside, OutsideFault } from "../../../platform/outside/outside-call.ts";
import type { AuthenticatedMessage } from "./authenticate-inbound.ts";

/**
 * Answers Xurrent's question whether the webhook's address is ours: calls `payload.callback`, which must have the origin of
 * the integration's `account_url`, without redirects. Throws 400 for any other callback, and 503 where it cannot be called
 * or is not answered with 2xx, so that Xurrent asks again.
 */
export type ConfirmWebhook = (message: AuthenticatedMessage) => Promise<void>;

const TIMEOUT_MS = 3_500;
const MAX_BYTES = 256 * 1024;
const MAX_LENGTH = 2_048;
const RETRY_AFTER_SECONDS = 30;

export function createConfirmWebhook({ egress }: { egress: Egress }): ConfirmWebhook {
  const call = createCallOutside(egress);
  return async ({ integration, envelope }) => {
    const url = callbackOf(envelope, integration.accountUrl);
    const status = await call(url, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES }).then(
      (answer) => answer.status,
      (error: unknown) => {
        if (error instanceof OutsideFault)
          throw unavailable(`The callback ${error.message}`, error, RETRY_AFTER_SECONDS);
        throw error;
      },
    );
    if (status < 200 || status >= 300) {
      throw unavailable(`The callback answered ${status}`, undefined, RETRY_AFTER_SECONDS);
    }
  };
}

function callbackOf(envelope: Record<string, unknown>, accountUrl: string | null): URL {
  const text = isObject(envelope.payload) ? envelope.payload.callback : undefined;
  if (typeof text !== "string") throw invalidField("payload.callback", "is required");
  if (accountUrl === null)
    throw invalidField("payload.callback", "cannot be called: the integration has no account_url");
  const url = text.length > MAX_LENGTH ? null : URL.parse(text);
  const isOurs = url?.origin === new URL(accountUrl).origin && url.username === "" && url.password === "";
  if (!url || !isOurs) throw invalidField("payload.callback", "must have the origin of the integration's account_url");
  return url;
}
