import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A mail that the server took. */
export interface ArrivedMail {
  from: string;
  to: string[];
  raw: string;
  secure: boolean;
  user: string | undefined;
}

/** Replies of the server; undefined accepts. */
export interface MailReplies {
  recipient?: (address: string) => { code: number; text: string } | undefined;
  message?: (mail: ArrivedMail) => { code: number; text: string } | undefined;
  /** Password by user; without it the server asks for no login. */
  users?: Readonly<Record<string, string>>;
  /** Offers STARTTLS, or speaks TLS from the start, by the certificate of the library. */
  tls?: "starttls" | "start";
  /** Takes the mail and never answers. */
  hangs?: () => boolean;
}

/** A mail server on loopback. */
export async function createMailServer(replies: MailReplies = {}) {
  const arrived: ArrivedMail[] = [];
  let connections = 0;
  const refuse = ({ code, text }: { code: number; text: string }) =>
    Object.assign(new Error(text), { responseCode: code });
  const options: SMTPServerOptions = {
    secure: replies.tls === "start",
    disabledCommands: [...(replies.tls === "starttls" ? [] : ["STARTTLS"]), ...(replies.users ? [] : ["AUTH"])],
    authOptional: replies.users === undefined,
    allowInsecureAuth: true,
    logger: false,
    closeTimeout: 10,
    onConnect(_session, done) {
      connections++;
      done();
    },
    onAuth({ username = "", password }, _session, done) {
      if (replies.users?.[username] === password) done(null, { user: username });
      else done(refuse({ code: 535, text: `no such login ${username}` }));
    },
    onRcptTo({ address }, _session, done) {
      const refusal = replies.recipient?.(address);
      done(refusal ? refuse(refusal) : null);
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const mail = {
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(parts).toString(),
          secure: session.secure,
          user: session.user as string | undefined,
        };
        const refusal = replies.message?.(mail);
        if (refusal) return done(refuse(refusal));
        arrived.push(mail);
        if (!replies.hangs?.()) done(null);
      });
    },
  };
  const server = new SMTPServer(options);
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    arrived,
    connections: () => connections,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

export type MailServer = Awaited<ReturnType<typeof createMailServer>>;
