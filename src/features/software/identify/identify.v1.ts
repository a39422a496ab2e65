import { ok } from "../../../platform/http/answers.ts";
import { BULK_DEADLINE_MS } from "../../../platform/http/exchange.ts";
import { defineRoute, type Route } from "../../../platform/http/route.ts";
import type { SoftwareIdentifier } from "../ports.ts";
import { identifyBody, identifySchema, presentIdentified, toProgram } from "./identify.wire.ts";

/** Identification of programs by their names, with CPE enrichment (section 1 of the interface specification). */
export function identifyV1Routes(identifier: Pick<SoftwareIdentifier, "identify">): Route[] {
  return [
    defineRoute({
      method: "POST",
      path: "/software/identify",
      operationId: "identifySoftware",
      summary: "What up to 1,000 installed programs are: product, maker, family, kind, CPE name",
      description:
        "Writes nothing. A CPE name is given only where vendor, product and kind of thing agree; a version that is not known stays `*` and the match is `product`.",
      tags: ["Software"],
      access: { scope: "software.read" },
      limit: "standard",
      deadlineMs: BULK_DEADLINE_MS,
      body: identifyBody,
      responses: {
        200: { description: "One result per item, in order", schema: identifySchema },
      },
      handle: async ({ ctx, body }) => {
        const results = await identifier.identify(ctx.tenantId, body.items.map(toProgram), ctx.signal);
        return ok({ results: results.map(presentIdentified) });
      },
    }),
  ];
}
