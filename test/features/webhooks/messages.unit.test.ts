import { Webhook as Signer } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { changesBetween } from "../../../src/features/webhooks/field-changes.ts";
import { createMessage, webhookKindOf } from "../../../src/features/webhooks/payload.ts";
import { createSign, newSigningSecret } from "../../../src/features/webhooks/sending/sign.ts";
import { WEBHOOK_KINDS } from "../../../src/features/webhooks/webhook.model.ts";
import { webhookEvents, webhookHeaders } from "../../../src/features/webhooks/webhook.rules.ts";
import { isId } from "../../../src/platform/ids.ts";
import { changeOf, ciSnapshot } from "../../support/changes.ts";
import { isSignedWith } from "../../support/receiver.ts";

describe("createMessage", () => {
  it("gives the members of the specification, under an id that derives from change and webhook", () => {
    const change = changeOf("ci.created", { after: ciSnapshot({ name: 'a "name"' }) });
    const [one, again, other] = ["w1", "w1", "w2"].map(createMessage(change, "ci.created"));
    expect(JSON.parse(one!.body)).toEqual({
      event: "ci.created",
      timestamp: change.at,
      data: { ci: change.after },
      webhook_id: "w1",
      delivery_id: one!.id,
    });
    expect(again).toEqual(one);
    expect(other!.id).not.toBe(one!.id);
    expect([one, other].every((message) => isId(message!.id))).toBe(true);
    // Begins with the time, as the id of the change does.
    expect(one!.id.slice(0, 13)).toBe(change.id.slice(0, 13));
  });

  it("holds the last state of a deleted CI, and before and after of changed fields", () => {
    const before = { id: "x", status: "open", updated_at: "1" };
    const gone = JSON.parse(createMessage(changeOf("ci.deleted", { before, after: null }), "ci.deleted")("w").body);
    expect(gone.data).toEqual({ ci: before });
    const after = { id: "x", status: "resolved", updated_at: "2" };
    const moved = changeOf("event.status_changed", { before, after });
    const { data } = JSON.parse(createMessage(moved, "event.status_changed")("w").body);
    expect(data).toEqual({ event: after, changes: { status: { before: "open", after: "resolved" } } });
  });

  it("webhookKindOf maps a restored CI to ci.created, and other kinds to none", () => {
    for (const kind of WEBHOOK_KINDS) expect(webhookKindOf({ kind })).toBe(kind);
    expect(webhookKindOf({ kind: "ci.restored" })).toBe("ci.created");
    for (const kind of ["event.updated", "relationship.updated", "ci.clone_detected", "constructor", ""]) {
      expect(webhookKindOf({ kind })).toBeUndefined();
    }
  });
});

describe("changesBetween", () => {
  it("gives dotted paths, whole lists, and null for absent fields", () => {
    const before = { name: "a", tags: [1], attributes: { cpu: 2, os: { name: "x", v: 1 } }, updated_at: "1" };
    const after = { name: "a", tags: [1, 2], attributes: { os: { name: "x", v: 2 }, ram: 4 }, updated_at: "2" };
    expect(changesBetween(before, after)).toEqual({
      tags: { before: [1], after: [1, 2] },
      "attributes.cpu": { before: 2, after: null },
      "attributes.os.v": { before: 1, after: 2 },
      "attributes.ram": { before: null, after: 4 },
    });
    expect(changesBetween(before, before)).toEqual({});
    expect(changesBetween(null, { a: 1 })).toEqual({ "": { before: null, after: { a: 1 } } });
  });

  it("gives the enclosing object instead of more than 200 fields", () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`k${n}`, n]));
    expect(Object.keys(changesBetween({ attributes: {} }, { attributes: many }))).toEqual(["attributes"]);
  });
});

describe("createSign", () => {
  const secret = newSigningSecret();
  const body = JSON.stringify({ event: "ci.created", text: "ä€😀" });
  const at = new Date();
  const headers = createSign([secret])("msg", body, at);

  it("signs as the specification says, checked by its library and by plain HMAC", () => {
    expect(isSignedWith(secret, { headers: { ...headers }, body })).toBe(true);
    expect(new Signer(secret).verify(body, { ...headers })).toEqual(JSON.parse(body));
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(isSignedWith(newSigningSecret(), { headers: { ...headers }, body })).toBe(false);
  });

  it("gives a signature that fails for any changed byte of the body", () => {
    const bytes = Buffer.from(body);
    for (let i = 0; i < bytes.length; i++) {
      const flipped = Buffer.from(bytes);
      flipped[i]! ^= 1;
      const sent = { headers: { ...headers }, body: flipped.toString("latin1") };
      const text = Buffer.from(flipped).toString();
      expect(isSignedWith(secret, { ...sent, body: text }), `byte ${i}`).toBe(false);
      expect(() => new Signer(secret).verify(text, { ...headers }), `byte ${i}`).toThrow();
    }
  });

  it("gives a signature that fails for any changed character of its headers", () => {
    for (const [name, value] of Object.entries(headers)) {
      for (let i = 0; i < value.length; i++) {
        const code = value.charCodeAt(i);
        const flipped = value.slice(0, i) + String.fromCharCode(code ^ 1) + value.slice(i + 1);
        expect(isSignedWith(secret, { headers: { ...headers, [name]: flipped }, body }), `${name} ${i}`).toBe(false);
      }
    }
  });

  it("gives one signature per secret", () => {
    const older = newSigningSecret();
    const both = { headers: { ...createSign([secret, older])("msg", body, at) }, body };
    expect(both.headers["webhook-signature"].split(" ")).toHaveLength(2);
    expect([secret, older].map((one) => isSignedWith(one, both))).toEqual([true, true]);
  });
});

describe("webhookHeaders and webhookEvents", () => {
  it.each([
    "Host",
    "content-length",
    "Webhook-Id",
    "webhook-signature",
    "WEBHOOK-TIMESTAMP",
    "Transfer-Encoding",
    "Connection",
    "Upgrade",
    "Proxy-Authorization",
    "TE",
    "Expect",
  ])("reject the reserved header %s", (name) => expect(webhookHeaders.safeParse({ [name]: "x" }).success).toBe(false));

  it.each([
    ["X-A", "a\r\nX-B: b"],
    ["X-A", "a\nb"],
    ["X-A", "a\u0000"],
    ["X-A", "ä"],
    ["X-A", " a"],
    ["X-A", "x".repeat(1_025)],
    ["X A", "a"],
    ["X-A:", "a"],
    ["X-A\r\nX-B", "a"],
    ["", "a"],
    ["x".repeat(65), "a"],
  ])("reject the header %j: %j", (name, value) => {
    const { error } = webhookHeaders.safeParse({ [name]: value });
    expect(error?.issues[0]?.path).toEqual([name]);
  });

  it("accept other headers, without duplicates, up to 20", () => {
    expect(webhookHeaders.safeParse({ Authorization: "Bearer x", "X-Empty": "", "X-Tab": "a\tb" }).success).toBe(true);
    expect(webhookHeaders.safeParse({ "X-A": "1", "x-a": "2" }).success).toBe(false);
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`X-${n}`, "1"]));
    expect(webhookHeaders.safeParse(many).success).toBe(false);
  });

  it("name an unknown kind", () => {
    expect(webhookEvents.parse(["ci.created", "ci.created"])).toEqual(["ci.created"]);
    expect(webhookEvents.safeParse([]).success).toBe(false);
    const { error } = webhookEvents.safeParse(["ci.created", "ci.exploded"]);
    expect(error?.issues[0]).toMatchObject({ path: [1], message: expect.stringContaining("ci.exploded") });
  });
});
