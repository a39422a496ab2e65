import type { Route } from "../../platform/http/route.ts";
import { mcpRoutes } from "./mcp.routes.ts";
import type { McpServerDeps } from "./mcp-server.ts";

export interface Mcp {
  routes: { bare: Route[] };
}

/** The product's read-only tools for assistants that speak the Model Context Protocol. */
export function createMcp(deps: McpServerDeps): Mcp {
  return { routes: { bare: mcpRoutes(deps) } };
}

/** The server for one caller; its library is loaded when it is first needed. */
export async function loadMcpServer() {
  return (await import("./mcp-server.ts")).createMcpServer;
}
