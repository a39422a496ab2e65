import { z } from "@hono/zod-openapi";
import { invalid } from "../../errors.ts";
import { raw } from "../../platform/http/answers.ts";
import { parseJson } from "../../platform/http/json.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import { checkValue } from "../../platform/http/violations.ts";
import { loadOnce } from "../../platform/load-once.ts";
import type { McpServerDeps } from "./mcp-server.ts";

const message = z.looseObject({
  jsonrpc: z.literal("2.0").openapi({ description: "Version of JSON-RPC", example: "2.0" }),
  method: z.string().max(200).openapi({ description: "Method of the protocol", example: "tools/list" }),
  id: z.union([z.string(), z.number()]).optional(),
});
/** Headers of the protocol, which its handler reads: the revision, and the method and name that gateways route by. */
const PROTOCOL_HEADERS = ["accept", "mcp-protocol-version", "mcp-method", "mcp-name", "mcp-session-id"] as const;
const refused = z
  .looseObject({ error: z.looseObject({ message: z.string().openapi({ example: "Method not found" }) }) })
  .openapi("McpRefusal");
/** A query may take 10 s, and a tool runs up to two of them. */
const DEADLINE_MS = 25_000;

/**
 * The Model Context Protocol over streamable HTTP, without sessions: each message is answered by itself, as JSON, under the
 * scopes of its credential. Requests of every revision since 2025 are answered.
 */
export function mcpRoutes(deps: McpServerDeps): Route[] {
  // Loaded with the first message: few installations have an assistant, and all have to start.
  const library = loadOnce(async () => ({ answer: (await import("./answer-message.ts")).answerMessage }));
  return [
    defineRoute({
      method: "POST",
      path: "/mcp",
      operationId: "callMcp",
      summary: "Model Context Protocol",
      description:
        "Streamable HTTP transport of the Model Context Protocol for assistants: read-only tools and resources. One JSON-RPC " +
        "message a request, answered as JSON; there are no sessions and no streams. A caller is offered the tools that its " +
        "scopes allow.",
      tags: ["Assistants"],
      access: {
        scope: [
          "cmdb.read",
          "events.read",
          "services.read",
          "software.read",
          "discovery.read",
          "reports.read",
          "ai.use",
        ],
      },
      limit: "standard",
      deadlineMs: DEADLINE_MS,
      rawBody: { contentTypes: ["application/json"], json: message },
      responses: {
        200: {
          description: "The answer to the message",
          contentType: "application/json",
          examples: { "application/json": '{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}' },
        },
        202: { description: "A notification was taken" },
        400: {
          description: "The body is no JSON-RPC message: an error of this interface. Else an error of JSON-RPC",
          schema: refused,
        },
        404: {
          description: "The method is unknown: an error of JSON-RPC",
          schema: refused,
        },
      },
      async handle(call) {
        const { ctx, rawBody, origin } = call;
        const { violations } = checkValue(message, rawBody && parseJson(Buffer.from(rawBody.bytes).toString("utf8")));
        if (!rawBody || violations) throw invalid(violations ?? [{ field: "body", reason: "is required" }]);
        const headers = new Headers({ "content-type": "application/json" });
        for (const name of PROTOCOL_HEADERS) {
          const value = call.header(name);
          if (value !== undefined) headers.set(name, value);
        }
        // Clients must accept both, and one that accepts anything may say so.
        if (!headers.get("accept")?.includes("text/event-stream")) {
          headers.set("accept", "application/json, text/event-stream");
        }
        const request = new Request(`${origin}/mcp`, { method: "POST", headers, body: Buffer.from(rawBody.bytes) });
        const { answer } = await library.get();
        const response = await answer(request, deps, ctx);
        const content = Buffer.from(await response.arrayBuffer());
        const { status } = response;
        if (content.length === 0) return { status };
        return raw(content, response.headers.get("content-type") ?? "application/json", { status });
      },
    }),
  ];
}
