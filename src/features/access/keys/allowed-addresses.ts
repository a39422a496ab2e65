import { z } from "zod";
import { formatIpRange, parseIpRange } from "../../../model/ip-ranges.ts";

/** Entries of one list. */
const MAX_ENTRIES = 50;

/**
 * Where a key may be used from: 1 to 50 addresses and CIDR ranges. Parsed to one spelling: ranges by their first
 * address, IPv4 in IPv6 as IPv4. No list is a key for everywhere, so an empty one, which could mean nowhere, is refused.
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
