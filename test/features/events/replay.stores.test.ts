import { execFileSync } from "node:child_process";
import { createSign, generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { createEventWorld, type EventWorld, movableClock } from "./support.ts";

const TOPIC = "arn:aws:sns:eu-central-1:123456789012:cmdb-alarms";
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

function certificate(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "orrery-sns-"));
  try {
    const [key, file] = [path.join(folder, "key.pem"), path.join(folder, "certificate.pem")];
    writeFileSync(key, privateKey.export({ type: "pkcs8", format: "pem" }));
    const subject = ["-subj", "/CN=sns.example.com", "-days", "30"];
    execFileSync("openssl", ["req", "-x509", "-new", "-key", key, "-out", file, ...subject], { stdio: "ignore" });
    return readFileSync(file, "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// A certificate is valid from the second in which it is created, which may be after the tests began.
const time = movableClock(Date.now() + 60_000);
let world: EventWorld;
beforeAll(async () => {
  const pem = certificate();
  world = await createEventWorld({
    clock: time.clock,
    settings: { cloudwatch: { topics: [TOPIC] } },
    fetchText: async () => pem,
  });
});
afterAll(() => world?.close());

/** A message as Amazon SNS sends and signs it. */
function message(AlarmName: string, NewStateValue: string, at: Date): Record<string, string> {
  const fields: Record<string, string> = {
    Message: JSON.stringify({ AlarmName, NewStateValue, StateChangeTime: at.toISOString() }),
    MessageId: newId(),
    Timestamp: at.toISOString(),
    TopicArn: TOPIC,
    Type: "Notification",
  };
  const text = Object.entries(fields).map(([name, value]) => `${name}\n${value}\n`);
  return {
    ...fields,
    SignatureVersion: "2",
    Signature: createSign("RSA-SHA256").update(text.join("")).sign(privateKey, "base64"),
    SigningCertURL: "https://sns.eu-central-1.amazonaws.com/a.pem",
  };
}

const receive = (body: unknown) => world.verbs.receive(world.ctx, "cloudwatch", body);
const ofAlarm = async (name: string) => {
  const input = { column: "createdAt", order: "asc", page: 1, limit: 100 } as const;
  return (await world.verbs.list(world.ctx, input)).items.filter(({ title }) => title === name);
};
const minute = (n: number) => new Date(time.clock.now().getTime() - (10 - n) * 60_000);

describe("replayed signed messages of Amazon SNS", () => {
  it("a replay neither counts nor reopens the event at any age, but a new message does", async () => {
    const name = `alarm ${newId()}`;
    const [alarm, end] = [message(name, "ALARM", minute(1)), message(name, "OK", minute(2))];
    expect(await receive(alarm)).toMatchObject({ created: 1, ignored: 0 });
    expect(await receive(alarm)).toMatchObject({ created: 0, updated: 0, ignored: 1, errors: [] });
    expect(await receive(end)).toMatchObject({ updated: 1 });
    const publishedBefore = world.published.length;
    for (const body of [alarm, end, alarm]) expect(await receive(body)).toMatchObject({ updated: 0, ignored: 1 });
    expect(await ofAlarm(name)).toMatchObject([{ status: "resolved", occurrences: 2 }]);
    time.pass(48 * 60);
    expect(await receive(alarm)).toMatchObject({ created: 0, ignored: 1 });
    expect(world.published).toHaveLength(publishedBefore);
    expect(await receive(message(name, "ALARM", minute(9)))).toMatchObject({ created: 1 });
    expect((await ofAlarm(name)).map(({ status }) => status)).toEqual(["resolved", "open"]);
  });

  it("a message sent 64 times concurrently counts once", async () => {
    const name = `alarm ${newId()}`;
    const body = message(name, "ALARM", minute(3));
    const answers = await Promise.all(Array.from({ length: 64 }, () => receive(body)));
    expect(answers.reduce((sum, { created }) => sum + created, 0)).toBe(1);
    expect(answers.reduce((sum, { ignored }) => sum + ignored, 0)).toBe(63);
    expect(await ofAlarm(name)).toMatchObject([{ occurrences: 1, status: "open" }]);
  });

  it("a message that arrives after a newer one does not undo it", async () => {
    const name = `alarm ${newId()}`;
    expect(await receive(message(name, "OK", minute(5)))).toMatchObject({ created: 1 });
    expect(await receive(message(name, "ALARM", minute(4)))).toMatchObject({ ignored: 1 });
    expect(await ofAlarm(name)).toMatchObject([{ status: "resolved", occurrences: 1 }]);
  });
});
