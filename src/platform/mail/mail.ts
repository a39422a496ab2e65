import { connect, isIP, type Socket } from "node:net";
import type { Readable } from "node:stream";
import { loadOnce } from "../load-once.ts";
import type { Egress } from "../outside/egress.ts";
import { mailFault } from "./mail-fault.ts";
import type { MailServer } from "./mail-settings.ts";

export interface MailConfig extends MailServer {
  /** Address of the sender, with a name if it has one. */
  from: string;
}

export interface OutgoingMail {
  /** The one recipient: each gets a mail of its own. */
  to: string;
  subject: string;
  text: string;
  /** The same at each try, by which a receiver can tell a repeat: without its host. */
  messageId: string;
  attachment?: { name: string; contentType: string; content: Readable } | undefined;
}

export interface Mailer {
  /** Resolves once the server took the mail. Rejects with MailFault, and with the reason of `signal`. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
}

export interface MailerDeps {
  config: MailConfig;
  /** The rule for addresses of the operator's configuration. */
  egress: Egress;
  /** Longest wait for a connection and for each answer of the server, in milliseconds; default 15,000. */
  answerMs?: number;
  /** Longest time that one mail may take, in milliseconds; default 60,000. */
  mailMs?: number;
}

const ANSWER_MS = 15_000;
const MAIL_MS = 60_000;

/** Sends mails over the configured server, a connection each. The library is loaded with the first one. */
export function createMailer({ config, egress, answerMs = ANSWER_MS, mailMs = MAIL_MS }: MailerDeps): Mailer {
  const library = loadOnce(() => import("nodemailer"));
  const { host, port, secure, auth } = config;
  const options = {
    host,
    port,
    secure,
    requireTLS: config.requireTls,
    tls: { rejectUnauthorized: config.verifyCertificate, ...(isIP(host) === 0 && { servername: host }) },
    ...(auth && { auth: { user: auth.user, pass: auth.password } }),
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    socketTimeout: answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };

  return {
    async send({ to, messageId, ...mail }, signal) {
      const { createTransport } = await library.get();
      const limit = AbortSignal.any([signal, AbortSignal.timeout(mailMs)]);
      let socket: Socket | undefined;
      const cut = () => socket?.destroy(new Error("the mail was given up"));
      limit.addEventListener("abort", cut, { once: true });
      try {
        socket = await connected(config, egress, answerMs, limit);
        const connection = socket;
        const transport = createTransport({ ...options, getSocket: (_options, done) => done(null, { connection }) });
        await transport.sendMail({
          from: config.from,
          to: { name: "", address: to },
          subject: mail.subject,
          text: mail.text,
          messageId: `<${messageId}@${host}>`,
          headers: { "Auto-Submitted": "auto-generated" },
          ...(mail.attachment && { attachments: [attachmentOf(mail.attachment)] }),
        });
      } catch (error) {
        signal.throwIfAborted();
        throw mailFault(error, limit.aborted);
      } finally {
        limit.removeEventListener("abort", cut);
        socket?.destroy();
        mail.attachment?.content.destroy();
      }
    },
  };
}

function attachmentOf({ name, contentType, content }: NonNullable<OutgoingMail["attachment"]>) {
  return { filename: name, contentType, content, contentDisposition: "attachment" as const };
}

/** A connection to the first address that takes it. */
function connected(
  { host, port }: MailConfig,
  egress: Egress,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      autoSelectFamily: true,
      lookup: (hostname, { all }, done) => {
        egress.addressesOf(hostname).then(
          (addresses) => (all ? done(null, addresses) : done(null, addresses[0]?.address ?? "", addresses[0]?.family)),
          (error: NodeJS.ErrnoException) => done(error, ""),
        );
      },
    });
    const abort = () => socket.destroy(signal.reason as Error);
    const timer = setTimeout(
      () => socket.destroy(Object.assign(new Error("timeout"), { code: "ETIMEDOUT" })),
      timeoutMs,
    );
    signal.addEventListener("abort", abort, { once: true });
    const settle = (end: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      end();
    };
    const refuse = (error: Error) => settle(() => reject(error));
    socket.once("error", refuse);
    socket.once("connect", () =>
      settle(() => {
        socket.off("error", refuse);
        resolve(socket);
      }),
    );
    if (signal.aborted) abort();
  });
}
