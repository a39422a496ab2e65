/** The parts of a request that tell from which page of which browser it comes. */
export interface BrowserCall {
  header(name: string): string | undefined;
  /** Base of the service's addresses. */
  readonly origin: string;
  readonly isHttps: boolean;
}

/**
 * A cookie's value; undefined for none, for one of another form, and for several, since a neighbouring site may have
 * injected one.
 */
export function readCookie(call: Pick<BrowserCall, "header">, name: string, form: RegExp): string | undefined {
  const found = (call.header("cookie") ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return found.length === 1 && form.test(found[0]!) ? found[0] : undefined;
}

/** Whether an `Origin` is the service's own: that of its base address, or the host that the request names. */
export function isOwnOrigin(from: string, call: Pick<BrowserCall, "header" | "origin">): boolean {
  if (from === new URL(call.origin).origin) return true;
  const host = URL.canParse(from) ? new URL(from).host : undefined;
  return host !== undefined && host === call.header("host");
}
