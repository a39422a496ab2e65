import { Readable } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { createMailer, type MailConfig, type OutgoingMail } from "../../../src/platform/mail/mail.ts";
import { createTrustingEgress } from "../../../src/platform/outside/egress.ts";
import { createMailServer, type MailReplies, type MailServer } from "../../support/mail-server.ts";

const servers: MailServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function serverWith(replies: MailReplies = {}) {
  const server = await createMailServer(replies);
  servers.push(server);
  return server;
}

const plain = (port: number, config: Partial<MailConfig> = {}): MailConfig => ({
  host: "127.0.0.1",
  port,
  secure: false,
  requireTls: false,
  verifyCertificate: true,
  auth: undefined,
  from: "Orrery <reports@example.com>",
  ...config,
});

const mail: OutgoingMail = { to: "ann@example.com", subject: "Report", text: "It is ready.", messageId: "one" };
const never = new AbortController().signal;

function send(config: MailConfig, own: Partial<OutgoingMail> = {}, signal = never, times = {}) {
  const egress = createTrustingEgress(async () => [{ address: "127.0.0.1", family: 4 }]);
  return createMailer({ config, egress, answerMs: 300, mailMs: 2_000, ...times }).send({ ...mail, ...own }, signal);
}

describe("a mail", () => {
  it("arrives with its file, sender, subject and id", async () => {
    const server = await serverWith();
    const content = Readable.from([Buffer.from("a,b\n"), Buffer.from("1,2\n")]);
    await send(plain(server.port), { attachment: { name: "Größe 日本.csv", contentType: "text/csv", content } });
    const [{ from, to, raw } = { from: "", to: [], raw: "" }] = server.arrived;
    expect([from, to]).toEqual(["reports@example.com", ["ann@example.com"]]);
    expect(raw).toContain("From: Orrery <reports@example.com>");
    expect(raw).toContain("Message-ID: <one@127.0.0.1>");
    expect(raw).toContain("Auto-Submitted: auto-generated");
    expect(raw).toContain(Buffer.from("a,b\n1,2\n").toString("base64"));
    expect(raw).toMatch(/filename\*0?\*?=utf-8''Gr%C3%B6%C3%9Fe/i);
  });

  it.each(["Report\r\nBcc: eve@example.com", "Größe 日本 🚀", "x".repeat(255)])(
    "carries the subject %j and no other header by it",
    async (subject) => {
      const server = await serverWith();
      await send(plain(server.port), { subject });
      const head = server.arrived[0]?.raw.split("\r\n\r\n")[0] ?? "";
      expect(head).not.toMatch(/^bcc:/im);
      expect(head).toMatch(/^[\x20-\x7e\r\n\t]+$/);
      expect(Math.max(...head.split("\r\n").map(({ length }) => length))).toBeLessThan(998);
      expect(server.arrived[0]?.to).toEqual(["ann@example.com"]);
    },
  );

  it("goes to one recipient, whatever the address looks like", async () => {
    const server = await serverWith();
    await send(plain(server.port), { to: '"a, eve@example.com"@example.com' }).catch(() => undefined);
    for (const { to } of server.arrived) expect(to).toHaveLength(1);
  });
});

describe("a refusal", () => {
  it.each([
    [
      "a recipient with 550",
      { recipient: () => ({ code: 550, text: "no such mailbox" }) },
      true,
      /^refused: 550 no such/,
    ],
    ["a recipient with 451", { recipient: () => ({ code: 451, text: "try later" }) }, false, /^refused: 451 try later/],
    ["a message with 554", { message: () => ({ code: 554, text: "spam\r\n250 ok" }) }, true, /^refused: 554 spam/],
    ["a message with 452", { message: () => ({ code: 452, text: "full" }) }, false, /^refused: 452 full/],
  ] as const)("of %s is final: by its first digit", async (_what, replies, isFinal, message) => {
    const server = await serverWith(replies);
    const fault = { name: "MailFault", isFinal, message: expect.stringMatching(message) };
    await expect(send(plain(server.port))).rejects.toMatchObject(fault);
  });

  it("of the login names neither user nor password", async () => {
    const server = await serverWith({ users: { ann: "right" } });
    const wrong = plain(server.port, { auth: { user: "ann", password: "wrong-secret" } });
    await expect(send(wrong)).rejects.toMatchObject({ message: "login_refused", isFinal: false });
    await send(plain(server.port, { auth: { user: "ann", password: "right" } }));
    expect(server.arrived[0]?.user).toBe("ann");
  });
});

describe("a server", () => {
  it("that is gone, or a name that leads nowhere, asks for another try", async () => {
    const server = await createMailServer();
    await server.close();
    await expect(send(plain(server.port))).rejects.toMatchObject({ message: "connect_failed", isFinal: false });
    const nowhere = createTrustingEgress(async () => {
      throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
    });
    const mailer = createMailer({ config: plain(25, { host: "mail.invalid" }), egress: nowhere, answerMs: 300 });
    await expect(mailer.send(mail, never)).rejects.toMatchObject({ message: "dns_failed", isFinal: false });
  });

  it("that takes the mail and does not answer is given up", async () => {
    const server = await serverWith({ hangs: () => true });
    await expect(send(plain(server.port))).rejects.toMatchObject({ message: "timeout", isFinal: false });
    expect(server.arrived).toHaveLength(1);
  });

  it("that is slow is given up with the stop, for the reason of the stop", async () => {
    const server = await serverWith({ hangs: () => true });
    const stop = new AbortController();
    const sending = send(plain(server.port), {}, stop.signal, { answerMs: 60_000, mailMs: 60_000 });
    await expect.poll(() => server.arrived.length).toBe(1);
    stop.abort(new Error("the process stops"));
    await expect(sending).rejects.toThrow("the process stops");
  });

  it.each(["starttls", "start"] as const)(
    "with TLS (%s) must show a known certificate, unless told otherwise",
    async (tls) => {
      const server = await serverWith({ tls });
      const config = plain(server.port, { secure: tls === "start", host: "mail.example.com" });
      await expect(send(config)).rejects.toMatchObject({ message: "tls_failed", isFinal: false });
      await send({ ...config, verifyCertificate: false });
      expect(server.arrived.map(({ secure }) => secure)).toEqual([true]);
    },
  );

  it("without TLS is refused where TLS is required", async () => {
    const server = await serverWith();
    await expect(send(plain(server.port, { requireTls: true }))).rejects.toMatchObject({ isFinal: false });
    expect(server.arrived).toEqual([]);
  });
});
