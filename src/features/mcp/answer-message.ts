import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { RequestContext } from "../../context.ts";
import { createMcpServer, type McpServerDeps } from "./mcp-server.ts";

/**
 * Answers one message as JSON, with a server of its own. Revisions of 2025 begin with `initialize`, for which no session is
 * kept; since 2026 each message says by itself what it needs.
 */
export async function answerMessage(request: Request, deps: McpServerDeps, ctx: RequestContext): Promise<Response> {
  const onerror = ({ message }: Error) =>
    deps.log.debug({ request_id: ctx.requestId, error: message }, "an assistant's message was refused");
  if (await isLegacyRequest(request.clone())) {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    transport.onerror = onerror;
    const server = createMcpServer(deps, ctx);
    await server.connect(transport);
    try {
      return await transport.handleRequest(request);
    } finally {
      await server.close();
    }
  }
  // No stream is held open: nothing is told of later changes.
  return createMcpHandler(() => createMcpServer(deps, ctx), { maxSubscriptions: 0, onerror }).fetch(request);
}
