import type { Clock } from "../../../platform/clock.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Egress } from "../../../platform/outside/egress.ts";
import { createCallOutside } from "../../../platform/outside/outside-call.ts";
import type { Platform } from "../integration.model.ts";
import { createCallPlatform } from "./call-platform.ts";
import { generic } from "./generic.ts";
import { jira } from "./jira.ts";
import type { PlatformClient } from "./platform.model.ts";
import { createPlatformClient } from "./platform-client.ts";
import { servicenow } from "./servicenow.ts";
import { xurrent } from "./xurrent.ts";

/** A test is answered within 20 s. */
const ATTEMPT_MS = 15_000;

export interface PlatformClientsDeps {
  egress: Egress;
  clock: Clock;
  log: Logger;
  /** Milliseconds for one write or test, with all of its calls; default 15,000. */
  attemptMs?: number;
}

/** Creates the clients of all platforms. They share connections, and the access tokens, which live in this process alone. */
export function createPlatformClients(deps: PlatformClientsDeps): Record<Platform, PlatformClient> {
  const { egress, clock, log, attemptMs = ATTEMPT_MS } = deps;
  const common = {
    call: createCallPlatform({ callOutside: createCallOutside(egress), clock, log }),
    clock,
    log,
    attemptMs,
  };
  return {
    xurrent: createPlatformClient({ ...common, platform: "xurrent", protocol: xurrent }),
    servicenow: createPlatformClient({ ...common, platform: "servicenow", protocol: servicenow }),
    jira: createPlatformClient({ ...common, platform: "jira", protocol: jira }),
    generic: createPlatformClient({ ...common, platform: "generic", protocol: generic }),
  };
}
