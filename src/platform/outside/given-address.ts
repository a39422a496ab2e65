import type { Egress } from "./egress.ts";

/**
 * Checks an address that a tenant gives, without resolving its host. Undefined if it may be called, else the reason why not.
 */
export function givenAddressFault(
  text: string,
  egress: Pick<Egress, "refuses">,
  maxLength: number,
): string | undefined {
  if (text.length > maxLength) return `must be at most ${maxLength} characters`;
  if (/[\s\p{Cc}\\]/u.test(text) || !URL.canParse(text)) return "must be an absolute address";
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") return "must be an http:// or https:// address";
  if (url.username !== "" || url.password !== "" || /^[^/]*\/\/[^/?#]*@/.test(text)) {
    return "must not hold a user name or password";
  }
  if (url.hash !== "") return "must not have a fragment";
  return egress.refuses(url.hostname) ? "is an address that may not be called" : undefined;
}
