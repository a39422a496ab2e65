import type { Feature } from "../../platform/feature.ts";
import type { AccessVerbs } from "../access/index.ts";
import { consoleSessionRoutes } from "./console-session.routes.ts";

export interface ConsoleSessionDeps {
  access: { verbs: Pick<AccessVerbs, "login" | "renew" | "endLogin"> };
}

/** The session of a browser that shows the console. */
export function createConsoleSession({ access }: ConsoleSessionDeps): Pick<Feature, "routes"> {
  return { routes: { bare: consoleSessionRoutes(access.verbs) } };
}
