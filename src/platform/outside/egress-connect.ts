import { isIP } from "node:net";
import type * as Undici from "undici";
import { coerceError } from "../../errors.ts";
import { type Egress, EgressRefused } from "./egress.ts";
import type { Address } from "./resolve-name.ts";

/**
 * Opens connections to where they may go, and looks again each time one is opened. An address that stands in the URL
 * itself is never looked up, so it is checked before.
 *
 * @param undici the loaded library, which is loaded with the first call
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

/** The name for TLS: the library connects to it in an address's stead where the two differ. */
function isRefusedName(egress: Egress, servername: string): boolean {
  return isIP(servername) !== 0 && egress.refuses(servername);
}

type Done = (error: NodeJS.ErrnoException | null, address: string | Address[], family?: number) => void;

function answer(addresses: Address[], all: boolean, done: Done): void {
  const [first] = addresses;
  if (all) done(null, addresses);
  else done(null, first?.address ?? "", first?.family ?? 0);
}
