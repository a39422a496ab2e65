import { isIP } from "node:net";
import { z } from "zod";

/** A mail server as an address names it. */
export interface MailServer {
  host: string;
  port: number;
  /** TLS from the first byte on (`smtps:`); otherwise STARTTLS where the server offers it. */
  secure: boolean;
  /** Refuses a server that does not offer STARTTLS. */
  requireTls: boolean;
  /** False accepts a certificate that no known authority signed. */
  verifyCertificate: boolean;
  auth: { user: string; password: string } | undefined;
}

const HOST = /^[a-z0-9_]([a-z0-9._-]{0,252}[a-z0-9_])?\.?$/i;
const OPTIONS = ["requireTLS", "tls.rejectUnauthorized"];

/** Reads `smtp(s)://user:password@host:port`, undefined where the text is none. The default port is 587, of smtps 465. */
export function readMailUrl(text: string): MailServer | undefined {
  const url = URL.parse(text.trim());
  if (!url || !/^smtps?:$/.test(url.protocol) || (url.pathname !== "" && url.pathname !== "/") || url.hash !== "") {
    return undefined;
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const [user, password] = [decoded(url.username), decoded(url.password)];
  const requireTls = flag(url, "requireTLS", false);
  const verifyCertificate = flag(url, "tls.rejectUnauthorized", true);
  const isKnown = [...url.searchParams.keys()].every((name) => OPTIONS.includes(name));
  if ((isIP(host) === 0 && !HOST.test(host)) || url.port === "0" || !isKnown) return undefined;
  if (user === undefined || password === undefined || (user === "") !== (password === "")) return undefined;
  if (requireTls === undefined || verifyCertificate === undefined) return undefined;
  const secure = url.protocol === "smtps:";
  const port = url.port === "" ? (secure ? 465 : 587) : Number(url.port);
  return { host, port, secure, requireTls, verifyCertificate, auth: user === "" ? undefined : { user, password } };
}

/** An address alone, or behind a name in angle brackets. */
export function isMailAddress(text: string): boolean {
  const [, name, bracketed] = /^([^<>\p{Cc}\p{Cs}]*)<([^<>]+)>$/u.exec(text.trim()) ?? [];
  const address = name === undefined ? text.trim() : bracketed;
  return z.email().safeParse(address).success || /^[\w.+-]{1,64}@localhost$/.test(address ?? "");
}

/** Undefined for a malformed encoding, and for control characters. */
function decoded(text: string): string | undefined {
  try {
    const plain = decodeURIComponent(text);
    return /\p{Cc}/u.test(plain) ? undefined : plain;
  } catch {
    return undefined;
  }
}

function flag(url: URL, name: string, absent: boolean): boolean | undefined {
  const values = url.searchParams.getAll(name);
  if (values.length === 0) return absent;
  return values.length === 1 && /^(true|false)$/.test(values[0] ?? "") ? values[0] === "true" : undefined;
}
