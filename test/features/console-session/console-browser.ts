import { PASSWORD } from "../../support/access.ts";
import type { AccessApp, Answer } from "../access/access-app.ts";

export const SESSION = "/console/session";
/** What a browser sends from a page of this service. */
export const OWN = { "sec-fetch-site": "same-origin" };

/** A browser that keeps the session's cookie and sends it with each request below the session's path. */
export function createConsoleBrowser(http: Pick<AccessApp, "call" | "tenant">) {
  const jar = { cookie: "" };
  const send = async (method: string, body?: object, headers: Record<string, string> = OWN): Promise<Answer> => {
    const sent = { ...headers, ...(jar.cookie !== "" && { cookie: jar.cookie }) };
    const answer = await http.call(method, SESSION, { headers: sent, ...(body && { body }) });
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(answer.headers.get("set-cookie") ?? "") ?? [];
    if (name !== undefined) jar.cookie = value === "" ? "" : `${name}=${value}`;
    return answer;
  };
  const credentials = { email: http.tenant.email, password: PASSWORD };
  return {
    jar,
    send,
    logIn: (more: object = {}, headers = OWN) => send("POST", { ...credentials, ...more }, headers),
    renew: () => send("PUT"),
    logOut: () => send("DELETE"),
    /** Status of a request to the interface with the access token. */
    works: async (token: string) => (await http.call("GET", "/v1/auth/me", { bearer: token })).status === 200,
  };
}
