import { z } from "@hono/zod-openapi";
import { formatIpRange, parseIpRange } from "../../../model/ip-ranges.ts";

const MAX_ENTRIES = 50;

/**
 * Allow list of a key: 1 to 50 addresses and CIDR ranges, normalised: ranges by their first address, IPv4-mapped IPv6
 * as IPv4. An absent list allows every address; an empty one is refused, since it could mean none.
 */
export const allowedAddresses = z
  .array(
    z
      .string()
      .max(64)
      .transform((text, ctx) => {
        const range = parseIpRange(text);
        if (range) return formatIpRange(range);
        ctx.addIssue({ code: "custom", message: "must be an IP address or a CIDR range, e.g. 192.0.2.0/24" });
        return z.NEVER;
      }),
  )
  .min(1)
  .max(MAX_ENTRIES)
  .nullish();
