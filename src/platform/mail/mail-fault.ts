import { coerceError, errorCode } from "../../errors.ts";

/** A mail that was not accepted. The message is a word and the server's reply, without address and password. */
export class MailFault extends Error {
  override readonly name = "MailFault";
  /** The server will not take it from anybody: no further try. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}

const MAX_REPLY = 200;

/** Errors of the library by their cause; a refusal of sender, recipient or message with 5xx is final (RFC 5321, 4.2.1). */
export function mailFault(thrown: unknown, isLate: boolean): MailFault {
  if (thrown instanceof MailFault) return thrown;
  const code = errorCode(thrown) ?? "";
  const status = (thrown as { responseCode?: unknown } | null)?.responseCode;
  const isRefusal = code === "EENVELOPE" || code === "EMESSAGE" || code === "EDATA";
  if (isRefusal && typeof status === "number") {
    return new MailFault(`refused: ${replyOf(thrown, status)}`, status >= 500 && status < 600);
  }
  // The reply to a login may repeat the user's name.
  if (code === "EAUTH") return new MailFault("login_refused", false);
  if (isLate || code === "ETIMEDOUT") return new MailFault("timeout", false);
  if (code === "ETLS" || /certificate|tls|ssl/i.test(coerceError(thrown).message))
    return new MailFault("tls_failed", false);
  if (code === "EDNS" || code === "ENOTFOUND" || code === "ETIMEOUT") return new MailFault("dns_failed", false);
  if (typeof status === "number") return new MailFault(`refused: ${status}`, false);
  return new MailFault(
    /^E(CONNREFUSED|HOSTUNREACH|NETUNREACH)$/.test(code) ? "connect_failed" : "connection_lost",
    false,
  );
}

function replyOf(thrown: unknown, status: number): string {
  const reply = (thrown as { response?: unknown }).response;
  const line = typeof reply === "string" ? (reply.split(/\r?\n/)[0] ?? "") : "";
  return line.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, MAX_REPLY) || String(status);
}
