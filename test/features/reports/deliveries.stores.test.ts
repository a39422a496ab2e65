import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RequestContext } from "../../../src/context.ts";
import { unavailable } from "../../../src/errors.ts";
import { DELIVER_REPORTS } from "../../../src/features/reports/job-refs.ts";
import { createMailer } from "../../../src/platform/mail/mail.ts";
import { createTrustingEgress } from "../../../src/platform/outside/egress.ts";
import { createMailServer, type MailReplies, type MailServer } from "../../support/mail-server.ts";
import { createReportWorld, type ReportWorld, requestOf } from "./support.ts";

let world: ReportWorld;
let owner: RequestContext;
const servers: MailServer[] = [];

beforeAll(async () => {
  world = await createReportWorld();
});
afterAll(() => world?.close());
beforeEach(async () => {
  Object.assign(world.report, { rows: 20, width: 10, beforeBuild: () => {} });
  await world.postgres.query("delete from reports");
  owner = await world.user();
});
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

/** Reports with a mail server on loopback. */
async function mailing(replies: MailReplies = {}) {
  const server = await createMailServer(replies);
  servers.push(server);
  const egress = createTrustingEgress();
  const settings = { secure: false, requireTls: false, verifyCertificate: true, auth: undefined };
  const config = { ...settings, host: "127.0.0.1", port: server.port, from: "reports@example.com" };
  const mailer = createMailer({ config, egress, answerMs: 400, mailMs: 2_000 });
  const reports = world.make({ mailer });
  const ask = (recipients: readonly string[], name = "Servers") =>
    reports.verbs.request(owner, requestOf({ name, delivery: { method: "email", recipients } }));
  const deliver = (signal?: AbortSignal) => world.run(DELIVER_REPORTS, { tenantId: owner.tenantId }, signal, reports);
  const states = async (id: string) =>
    (await reports.verbs.status(owner, id)).deliveries.map(({ recipient, status, error }) => [
      recipient,
      status,
      error,
    ]);
  return { server, reports, mailer, ask, deliver, states };
}

/** A mail without the line breaks of its encoding. */
const textOf = (raw = "") => raw.replaceAll("=\r\n", "");

const generate = async () => {
  for (const { ref, payload } of await world.owed()) if (ref !== DELIVER_REPORTS) await world.run(ref, payload);
};

describe("mails", () => {
  it("go to each recipient alone, once the report is completed", async () => {
    const { server, ask, deliver, states } = await mailing();
    const { id } = await ask(["ann@example.com", "bob@example.com"], "Größe der Server");
    await deliver();
    expect(server.arrived).toEqual([]);
    expect(await states(id)).toEqual([
      ["ann@example.com", "pending", null],
      ["bob@example.com", "pending", null],
    ]);
    await generate();
    await deliver();
    expect(server.arrived.map(({ to }) => to)).toEqual([["ann@example.com"], ["bob@example.com"]]);
    for (const { raw, to } of server.arrived) {
      const others = ["ann@example.com", "bob@example.com"].filter((address) => address !== to[0]);
      for (const other of others) expect(raw).not.toContain(other);
      expect(raw).toContain("Content-Disposition: attachment");
    }
    expect(await states(id)).toEqual([
      ["ann@example.com", "delivered", null],
      ["bob@example.com", "delivered", null],
    ]);
    await deliver();
    expect(server.arrived).toHaveLength(2);
  });

  it("carry an address instead of a file over 10 MB, or where it may not be exported", async () => {
    const { server, ask, deliver } = await mailing();
    Object.assign(world.report, { rows: 11_000, width: 1_000 });
    const { id } = await ask(["ann@example.com"]);
    await generate();
    await deliver();
    expect(textOf(server.arrived[0]?.raw)).toContain(`https://orrery.example.com/v1/reports/${id}/download`);
    expect(server.arrived[0]?.raw).not.toContain("attachment");
    world.report.rows = 1;
    await world.postgres.query("update users set scopes = $2 where id = $1", [
      owner.actor.id,
      ["reports.create", "cmdb.read"],
    ]);
    await ask(["bob@example.com"]);
    await generate();
    await deliver();
    expect(textOf(server.arrived[1]?.raw)).toContain("https://orrery.example.com/v1/reports/");
    expect(server.arrived[1]?.raw).not.toContain("attachment");
  });

  it("that one recipient refuses for good are sent to the others, and the report stays completed", async () => {
    const recipient = (address: string) =>
      address.startsWith("ann") ? { code: 550, text: "no such mailbox" } : undefined;
    const { server, ask, deliver, states } = await mailing({ recipient });
    const { id } = await ask(["ann@example.com", "bob@example.com"]);
    await generate();
    await deliver();
    await world.passPauses();
    await deliver();
    expect(await states(id)).toEqual([
      ["ann@example.com", "failed", "refused: 550 no such mailbox"],
      ["bob@example.com", "delivered", null],
    ]);
    expect(server.arrived).toHaveLength(1);
    expect((await world.reports.verbs.get(owner, id)).status).toBe("completed");
  });

  it("that are put off with 4xx are tried again after a pause, until they are taken", async () => {
    const ids: (string | undefined)[] = [];
    const { server, ask, deliver, states } = await mailing({
      message({ raw }) {
        ids.push(/^Message-ID: (.*)$/im.exec(raw)?.[1]);
        return ids.length < 3 ? { code: 451, text: "try later" } : undefined;
      },
    });
    const { id } = await ask(["ann@example.com"]);
    await generate();
    await deliver();
    expect(await states(id)).toEqual([["ann@example.com", "pending", "refused: 451 try later"]]);
    await deliver();
    expect(ids).toHaveLength(1);
    await world.passPauses();
    await deliver();
    await world.passPauses();
    await deliver();
    expect(await states(id)).toEqual([["ann@example.com", "delivered", null]]);
    expect(server.arrived).toHaveLength(1);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(1);
  });

  it("are given up after a bounded number of tries", async () => {
    const { ask, deliver, states } = await mailing({ recipient: () => ({ code: 450, text: "greylisted" }) });
    const { id } = await ask(["ann@example.com"]);
    await generate();
    for (let times = 0; times < 11; times++) {
      await deliver();
      expect((await states(id))[0]?.[1]).toBe("pending");
      await world.passPauses();
    }
    await deliver();
    expect(await states(id)).toEqual([["ann@example.com", "failed", "refused: 450 greylisted"]]);
    expect(await world.owed()).toEqual([]);
  });

  it("to a server that does not answer, or is gone, wait", async () => {
    let hangs = true;
    const { server, ask, deliver, states } = await mailing({ hangs: () => hangs });
    const { id } = await ask(["ann@example.com"]);
    await generate();
    await deliver();
    expect(await states(id)).toEqual([["ann@example.com", "pending", "timeout"]]);
    hangs = false;
    await world.passPauses();
    await deliver();
    expect((await states(id))[0]?.[1]).toBe("delivered");
    await ask(["bob@example.com"]);
    await generate();
    await server.close();
    servers.splice(0);
    await deliver();
    const [later] = await world.postgres.query(
      "select error, status from report_deliveries where recipient like 'bob%'",
    );
    expect(later).toEqual({ error: "connect_failed", status: "pending" });
  });

  it("whose outcome Postgres did not take are not sent again by the process that knows it", async () => {
    const { server, mailer, ask, states } = await mailing();
    const { id } = await ask(["ann@example.com"]);
    await generate();
    let away = true;
    const query = (text: string, values?: readonly unknown[]) => {
      if (away && /set status = \$3/.test(text)) throw unavailable("Postgres is away");
      return world.postgres.query(text, values);
    };
    const postgres = { ...world.postgres, query } as typeof world.postgres;
    const reports = world.make({ mailer, postgres, storesTakeWrites: async () => !away });
    const deliver = () => world.run(DELIVER_REPORTS, { tenantId: owner.tenantId }, undefined, reports);
    await expect(deliver()).rejects.toThrow("Postgres is away");
    expect(server.arrived).toHaveLength(1);
    await deliver();
    expect(server.arrived).toHaveLength(1);
    away = false;
    await world.postgres.query("update report_deliveries set claimed_until = now() - interval '1 second'");
    expect(await world.owed()).toHaveLength(1);
    await deliver();
    expect(server.arrived).toHaveLength(1);
    expect((await states(id))[0]?.[1]).toBe("delivered");
  });

  it("whose content always takes too long to read are put off, and hold up no other", async () => {
    const { server, mailer, ask, states } = await mailing();
    const slow = await ask(["slow@example.com"]);
    const other = await ask(["other@example.com"]);
    await generate();
    await generate();
    const query = (text: string, values?: readonly unknown[]) => {
      if (text.includes("from report_pieces") && values?.includes(slow.id)) throw unavailable("timed out");
      return world.postgres.query(text, values);
    };
    const reports = world.make({ mailer, postgres: { ...world.postgres, query } as typeof world.postgres });
    await world.postgres.query(
      "update report_deliveries set due_at = now() - interval '1 minute' where report_id = $1",
      [slow.id],
    );
    await world.run(DELIVER_REPORTS, { tenantId: owner.tenantId }, undefined, reports);
    expect(server.arrived.map(({ to }) => to)).toEqual([["other@example.com"]]);
    expect((await states(slow.id))[0]?.[1]).toBe("pending");
    expect((await states(other.id))[0]?.[1]).toBe("delivered");
  });

  it("that the stop of the process cuts short are sent later, as if not tried", async () => {
    let hangs = true;
    const { server, ask, deliver, states } = await mailing({ hangs: () => hangs });
    const { id } = await ask(["ann@example.com"]);
    await generate();
    const stop = new AbortController();
    const delivering = deliver(stop.signal);
    await expect.poll(() => server.arrived.length).toBe(1);
    stop.abort(new Error("the process stops"));
    await expect(delivering).rejects.toThrow("the process stops");
    hangs = false;
    expect(await world.owed()).toHaveLength(1);
    await deliver();
    expect((await states(id))[0]?.[1]).toBe("delivered");
  });

  it("of a report that fails, or is deleted, are not sent", async () => {
    const { server, ask, deliver, states } = await mailing();
    const [failing, deleted] = [await ask(["ann@example.com"]), await ask(["bob@example.com"])];
    await world.reports.verbs.remove(owner, deleted.id);
    await world.postgres.query("delete from users where id = $1", [owner.actor.id]);
    await generate();
    await deliver();
    expect(server.arrived).toEqual([]);
    expect(await states(failing.id)).toEqual([["ann@example.com", "failed", "the report was not generated"]]);
  });
});

describe("a request", () => {
  const faultOf = (delivery: Parameters<typeof requestOf>[0]) =>
    world.reports.verbs.request(owner, requestOf(delivery)).catch((error: unknown) => error);

  it("for mails is refused without a mail server, together with the other faults", async () => {
    const delivery = { method: "email" as const, recipients: [] };
    expect(await faultOf({ format: "pdf", parameters: { colour: 1 }, delivery })).toMatchObject({
      code: "VALIDATION_ERROR",
      violations: [
        { field: "format" },
        { field: "parameters.colour" },
        { field: "delivery.method", reason: expect.stringContaining("no mail server is configured") },
        { field: "delivery.recipients" },
      ],
    });
  });

  it("with recipients is refused for another method", async () => {
    const delivery = { method: "none" as const, recipients: ["ann@example.com"] };
    expect(await faultOf({ delivery })).toMatchObject({ violations: [{ field: "delivery.recipients" }] });
  });

  it("for webhooks needs an active one that is registered for it; its delivery is shown as it stands", async () => {
    const delivery = { method: "webhook" as const, recipients: [] };
    expect(await faultOf({ delivery })).toMatchObject({ violations: [{ field: "delivery.method" }] });
    const ctx = world.administrator();
    const hook = { name: "a hook", url: "http://127.0.0.1:9/hook", headers: {}, active: true };
    await world.webhooks.verbs.create(ctx, { ...hook, events: ["ci.created"] });
    await world.webhooks.verbs.create(ctx, { ...hook, events: ["report.completed"], active: false });
    expect(await faultOf({ delivery })).toMatchObject({ violations: [{ field: "delivery.method" }] });
    const { webhook } = await world.webhooks.verbs.create(ctx, { ...hook, events: ["report.completed"] });
    const { id } = await world.ask(owner, { delivery });
    await generate();
    const [delivered] = (await world.reports.verbs.status(owner, id)).deliveries;
    expect(delivered).toMatchObject({ method: "webhook", recipient: webhook.id, status: "pending", error: null });
    const [sent, ...others] = await world.postgres.query<{ id: string; body: string }>(
      "select id, body from webhook_deliveries where webhook_id = $1",
      [webhook.id],
    );
    expect(others).toEqual([]);
    expect(JSON.parse(sent?.body ?? "")).toMatchObject({
      event: "report.completed",
      data: { report: { id, status: "completed", rows: 20, download_url: `/v1/reports/${id}/download` } },
    });
    await world.postgres.query(
      "update webhook_deliveries set status = 'failed', due_at = null, error = 'timeout' where id = $1",
      [sent?.id],
    );
    const [failed] = (await world.reports.verbs.status(owner, id)).deliveries;
    expect(failed).toMatchObject({ status: "failed", error: "timeout" });
    await world.webhooks.verbs.remove(ctx, webhook.id);
    await world.ask(owner, {});
    await generate();
    const rows = await world.postgres.query("select 1 from webhook_deliveries where webhook_id = $1", [webhook.id]);
    expect(rows).toHaveLength(1);
  });
});
