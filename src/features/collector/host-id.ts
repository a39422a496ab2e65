import { createHmac } from "node:crypto";

/** Application id of this use of the machine id. Never change it: another value would make every host a new one. */
const APPLICATION_ID = Buffer.from("0b9d6b1f4a5e4c0f9a37c2e85d1746f3", "hex");

/**
 * The host id that this installation reports: HMAC-SHA-256 over a fixed application id, keyed with the machine's
 * id, cut to 128 bits in the form of a UUID. machine-id(5) requires this: the machine id is confidential and must not
 * be sent. Undefined when `machineId` holds no usable id (`uninitialized`, blank, too short, one repeated digit).
 *
 * @param machineId /etc/machine-id, IOPlatformUUID or MachineGuid, in any spelling of 32 hex digits
 * @param discriminator distinguishes installations with the same machine id, e.g. a container's name
 */
export function hostIdOf(machineId: string | undefined, discriminator = ""): string | undefined {
  const hex = (machineId ?? "").trim().toLowerCase().replaceAll("-", "");
  if (!/^[0-9a-f]{32}$/.test(hex) || /^(.)\1+$/.test(hex)) return undefined;
  const bytes = createHmac("sha256", Buffer.from(hex, "hex"))
    .update(APPLICATION_ID)
    .update(discriminator)
    .digest()
    .subarray(0, 16);
  bytes[6] = (bytes.readUInt8(6) & 0x0f) | 0x40;
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80;
  const text = bytes.toString("hex");
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join("-");
}
