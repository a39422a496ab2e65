import { execFileSync } from "node:child_process";
import { generateKeyPairSync, sign } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { createSnsVerifier, snsAddress, snsEnvelope } from "../../../src/features/events/sources/sns.ts";

const CERTIFICATE_URL = "https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem";

/** A private key and a self-signed certificate, made by openssl. */
function keyWithCertificate(days: number) {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const folder = mkdtempSync(path.join(tmpdir(), "orrery-sns-"));
  try {
    const key = path.join(folder, "key.pem");
    const file = path.join(folder, "certificate.pem");
    writeFileSync(key, privateKey.export({ type: "pkcs8", format: "pem" }));
    const subject = ["-subj", "/CN=sns.example.com", "-days", String(days)];
    execFileSync("openssl", ["req", "-x509", "-new", "-key", key, "-out", file, ...subject], { stdio: "ignore" });
    return { privateKey, certificate: readFileSync(file, "utf8") };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { privateKey, certificate } = keyWithCertificate(30);

/** The text to sign, implemented a second time from Amazon's guide: names and values, each on its own line. */
function signed(message: Record<string, string>, names: readonly string[], version: "1" | "2") {
  const text = names
    .filter((name) => name in message)
    .map((name) => `${name}\n${message[name]}\n`)
    .join("");
  const signature = sign(version === "1" ? "RSA-SHA1" : "RSA-SHA256", Buffer.from(text), privateKey);
  return {
    ...message,
    SignatureVersion: version,
    Signature: signature.toString("base64"),
    SigningCertURL: CERTIFICATE_URL,
  };
}

const NOTIFICATION = ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"];
const notification = (more: Record<string, string> = {}) => ({
  Type: "Notification",
  MessageId: "m-1",
  TopicArn: "arn:aws:sns:eu-central-1:123456789012:alarms",
  Message: '{"AlarmName":"cpu"}\n with a line, é and 💥 ',
  Timestamp: "2026-03-02T14:10:12.401Z",
  ...more,
});
const CONFIRMATION = ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"];
const confirmation = () => ({
  ...notification({ Type: "SubscriptionConfirmation" }),
  Token: "t-1",
  SubscribeURL: "https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&Token=t-1",
});

function verifier(options: { pem?: string; now?: Date; fails?: number } = {}) {
  const fetched: string[] = [];
  let failures = options.fails ?? 0;
  const made = createSnsVerifier({
    now: () => options.now ?? new Date(),
    fetchText: async (url) => {
      fetched.push(url.href);
      if (failures-- > 0) throw new Error("away");
      return options.pem ?? certificate;
    },
  });
  return { fetched, refusalOf: (body: object) => made.rejectionReason(snsEnvelope(body)!) };
}

describe("createSnsVerifier", () => {
  it.each(["1", "2"] as const)("accepts signatures of version %s over either kind of message", async (version) => {
    const { refusalOf, fetched } = verifier();
    expect(await refusalOf(signed(notification(), NOTIFICATION, version))).toBeUndefined();
    expect(await refusalOf(signed(notification({ Subject: "S" }), NOTIFICATION, version))).toBeUndefined();
    expect(await refusalOf(signed(confirmation(), CONFIRMATION, version))).toBeUndefined();
    expect(fetched).toEqual([CERTIFICATE_URL]);
  });

  it("rejects a message with any signed member changed", async () => {
    const { refusalOf } = verifier();
    const good: Record<string, string> = signed(notification({ Subject: "S" }), NOTIFICATION, "2");
    for (const name of [...NOTIFICATION.filter((one) => one !== "Type"), "Signature"]) {
      const value = good[name] ?? "";
      const flipped = { ...good, [name]: `${value.slice(0, 3)}${value[3] === "A" ? "B" : "A"}${value.slice(4)}` };
      expect(await refusalOf(flipped), name).toBe("the signature does not fit the message");
    }
    const { Subject: _, ...without } = good;
    expect(await refusalOf(without)).toBeDefined();
    expect(await refusalOf({ ...good, SignatureVersion: "1" })).toBeDefined();
    expect(await refusalOf({ ...good, SignatureVersion: "3" })).toBe("the version of the signature is not known");
    expect(await refusalOf({ ...good, Signature: "%%%" })).toBeDefined();
    expect(await refusalOf({ ...good, Signature: "" })).toBeDefined();
  });

  it("fetches certificates from Amazon SNS only, and requests no other address", async () => {
    const { refusalOf, fetched } = verifier();
    const good = signed(notification(), NOTIFICATION, "2");
    for (const SigningCertURL of [
      "http://sns.eu-central-1.amazonaws.com/x.pem",
      "https://sns.eu-central-1.amazonaws.com.example.com/x.pem",
      "https://example.com/sns.eu-central-1.amazonaws.com/x.pem",
      "https://sns.eu-central-1.amazonaws.com@example.com/x.pem",
      "https://user@sns.eu-central-1.amazonaws.com/x.pem",
      "https://sns.eu-central-1.amazonaws.com:8443/x.pem",
      "https://sns.eu-central-1.amazonaws.com/x.txt",
      "https://sns.eu-central-1.amazonaws.com/x.pem?redirect=1",
      "https://s3.eu-central-1.amazonaws.com/x.pem",
      "https://sns.amazonaws.com/x.pem",
      "https://sns..amazonaws.com/x.pem",
      "https://169.254.169.254/x.pem",
      "file:///etc/passwd.pem",
      "x.pem",
      "",
    ]) {
      expect(await refusalOf({ ...good, SigningCertURL }), SigningCertURL).toMatch(/not at an address of Amazon SNS/);
    }
    expect(fetched).toEqual([]);
  });

  it("rejects expired certificates; lets the sender repeat what needs an unavailable one, and fetches it again", async () => {
    const good = signed(notification(), NOTIFICATION, "2");
    const over = verifier({ now: new Date(Date.now() + 40 * 86_400_000) });
    expect(await over.refusalOf(good)).toBe("the certificate is not valid at this time");
    const repeated = { code: "SERVICE_UNAVAILABLE", headers: { "Retry-After": "15" } };
    await expect(verifier({ pem: "<html>" }).refusalOf(good)).rejects.toMatchObject(repeated);
    const away = verifier({ fails: 1 });
    await expect(away.refusalOf(good)).rejects.toMatchObject(repeated);
    expect(await away.refusalOf(good)).toBeUndefined();
    expect(away.fetched).toHaveLength(2);
  });

  it("rejects signatures of other keys", async () => {
    const other = keyWithCertificate(30);
    const { refusalOf } = verifier({ pem: other.certificate });
    expect(await refusalOf(signed(notification(), NOTIFICATION, "2"))).toBe("the signature does not fit the message");
  });
});

describe("snsEnvelope and snsAddress", () => {
  it("snsEnvelope is undefined if a member is missing or of another type", () => {
    const good = signed(notification(), NOTIFICATION, "2");
    expect(snsEnvelope(good)).toBeDefined();
    for (const name of ["Type", "MessageId", "TopicArn", "Message", "Timestamp", "Signature", "SigningCertURL"]) {
      expect(snsEnvelope({ ...good, [name]: undefined }), name).toBeUndefined();
      expect(snsEnvelope({ ...good, [name]: { toString: "x" } }), name).toBeUndefined();
    }
    for (const body of [null, [], "x", 1, {}]) expect(snsEnvelope(body)).toBeUndefined();
  });

  it("snsAddress accepts URLs of Amazon SNS only", () => {
    expect(snsAddress("https://sns.us-gov-west-1.amazonaws.com/?Action=ConfirmSubscription")).toBeDefined();
    expect(snsAddress("https://sns.cn-north-1.amazonaws.com.cn/x")).toBeDefined();
    expect(snsAddress(undefined)).toBeUndefined();
    expect(snsAddress("https://sns.eu-central-1.amazonaws.com.cn.example.com/")).toBeUndefined();
  });
});
