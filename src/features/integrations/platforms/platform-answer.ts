import type { JsonObject } from "./json.ts";

export interface PlatformAnswer {
  status: number;
  headers: Headers;
  /** The body; undefined where it is no JSON object. */
  json: JsonObject | undefined;
}
