import { isIP } from "node:net";
import type * as Undici from "undici";
import { coerceError } from "../../errors.ts";
import type { Address } from "./address.ts";
import { type Egress, EgressRefused } from "./egress.ts";

/**
 * Creates a connector that opens connections only to allowed addresses; it resolves and checks the name for each
 * connection. An IP address in the URL is never resolved, so the connector checks it first.
 *
 * @param undici the library, which the caller loads with its first call
 */
export function createGuardedConnector(
  undici: Pick<typeof Undici, "buildConnector">,
  egress: Egress,
  timeoutMs: number,
): Undici.buildConnector.connector {
  const connect = undici.buildConnector({
    timeout: timeoutMs,
    allowH2: false,
    lookup: (hostname, options, done) => {
      egress.addressesOf(hostname).then(
        (addresses) => answer(addresses, options.all === true, done),
        (error: unknown) => done(coerceError(error), "", 0),
      );
    },
  });
  return (options, callback) => {
    if (egress.refuses(options.hostname) || (options.servername && isRefusedName(egress, options.servername))) {
      callback(new EgressRefused("the address is not one that may be called"), null);
      return;
    }
    connect(options, callback);
  };
}

/** Whether the TLS server name is a refused address: the library connects to it if it differs from the host. */
function isRefusedName(egress: Egress, servername: string): boolean {
  return isIP(servername) !== 0 && egress.refuses(servername);
}

type Done = (error: NodeJS.ErrnoException | null, address: string | Address[], family?: number) => void;

function answer(addresses: Address[], all: boolean, done: Done): void {
  const [first] = addresses;
  if (all) done(null, addresses);
  else done(null, first?.address ?? "", first?.family ?? 0);
}
