import OAuth2Server from "@node-oauth/oauth2-server";
import { isOAuthErrorName, type OAuthErrorName } from "./oauth-error.ts";

/**
 * Code and description of a refusal by the library. Rethrows any other error, and errors of model functions unwrapped.
 */
export function refusalOf(error: unknown): { name: OAuthErrorName; description: string } {
  if (!(error instanceof OAuth2Server.OAuthError)) throw error;
  if (error.name === "server_error" || !isOAuthErrorName(error.name)) {
    throw (error as { inner?: unknown }).inner ?? error;
  }
  return { name: error.name, description: error.message };
}
