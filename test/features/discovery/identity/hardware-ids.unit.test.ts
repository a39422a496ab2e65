import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalizeSerial, normalizeUuid } from "../../../../src/model/identifiers.ts";

describe("normalizeSerial", () => {
  it.each([
    ["  8C55-4721F ", "8c55-4721f"],
    ["CZC0479792", "czc0479792"],
    ["VMware-56 4d 12 34 56 78 9a bc-de f0 12 34 56 78 9a bd", "564d123456789abc-def0123456789abd"],
    ["vmware-42 1c", "421c"],
    ["0000-0004-1234-5678-9012-3456-78", "0000-0004-1234-5678-9012-3456-78"],
    ["S1", "s1"],
    ["SN-12345", "sn-12345"],
    ["SN123456789", "sn123456789"],
    ["SERIAL-1", "serial-1"],
    ["100000", "100000"],
    ["FFFF1234", "ffff1234"],
    ["Normal-0815", "normal-0815"],
    ["NONE-SUCH-77", "none-such-77"],
  ])("%j -> %j", (text, expected) => {
    expect(normalizeSerial(text)).toBe(expected);
  });

  it.each([
    "",
    "   ",
    "To Be Filled By O.E.M.",
    "to be filled by oem",
    "To be filled by O.E.M",
    "TO_BE_FILLED_BY_O.E.M.",
    "Filled By O.E.M.",
    "Default string",
    "Default_String",
    "System Serial Number",
    "SystemSerialNumb",
    "Chassis Serial Number",
    "Base Board Serial Number",
    "Serial Number",
    "Serial Number xxxxxx",
    "OEM_Serial",
    "SerNum01",
    "Not Specified",
    "Not Applicable",
    "Not Available",
    "not-available",
    "N/A",
    "NA",
    "n.a.",
    "None",
    "Null",
    "Unknown",
    "Unknow Unknow Unknow",
    "INVALID",
    "EVAL",
    "Empty",
    "O.E.M.",
    "No Asset Tag",
    "0",
    "-",
    "....",
    "0000000000",
    "00-00-00",
    "0x00000000",
    "FFFFFFFF",
    "xxxxxxxxxx",
    "1111111",
    "ÿÿÿÿÿÿÿÿ",
    "123456789",
    "0123456789",
    "1234567",
    "1234567890",
    "12345678901234567",
    "SSN12345678901234567",
    "123456789000",
    "9876543210",
    "987654321",
    "MB-1234567890",
    "0123456789ABCDEF",
    "VMware-",
    "x".repeat(100_000),
    "ab".repeat(200),
  ])("%j says nothing", (text) => {
    expect(normalizeSerial(text)).toBeUndefined();
  });

  it("gives itself for what it gave, whatever the text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" })), (text) => {
        const serial = normalizeSerial(text);
        if (serial !== undefined) expect(normalizeSerial(serial)).toBe(serial);
      }),
      { numRuns: 1_000 },
    );
  });

  it("does not depend on case and blanks", () => {
    const serial = fc.stringMatching(/^[A-Z0-9-]{4,20}$/);
    fc.assert(
      fc.property(serial, (text) => {
        expect(normalizeSerial(` ${text.toLowerCase()}`)).toBe(normalizeSerial(text));
        expect(normalizeSerial(`VMware-${text.split("").join(" ")}`)).toBe(normalizeSerial(text));
      }),
    );
  });
});

describe("normalizeUuid", () => {
  const uuid = "4c4c4544-0034-3010-8048-b6c04f503732";

  it.each([
    uuid,
    uuid.toUpperCase(),
    `{${uuid}}`,
    uuid.replaceAll("-", ""),
    `urn:uuid:${uuid}`,
    ` ${uuid} `,
    "44454c4c-3400-1030-8048-b6c04f503732",
    "{44454C4C34001030 8048B6C04F503732}",
    "44454c4c-0034-3010-8048-b6c04f503732",
    "4c4c4544-3400-1030-8048-b6c04f503732",
  ])("%j is one UUID in every byte order", (text) => {
    expect(normalizeUuid(text)).toBe("44454c4c-0034-1030-8048-b6c04f503732");
  });

  it.each([
    "",
    "00000000-0000-0000-0000-000000000000",
    "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
    "11111111-1111-1111-1111-111111111111",
    "fefefefe-fefe-fefe-fefe-fefefefefefe",
    "03000200-0400-0500-0006-000700080009",
    "00020003-0004-0005-0006-000700080009",
    "12345678-1234-5678-90AB-CDDEEFAABBCC",
    "78563412-3412-7856-90ab-cddeefaabbcc",
    "78563412-1234-5678-90ab-cddeefaabbcc",
    "00010203-0405-0607-0809-0A0B0C0D0E0F",
    "4c4c4544-0034-3010-8048-b6c04f50373",
    "4c4c4544-0034-3010-8048-b6c04f5037321",
    "not a uuid",
    "Not Settable",
    "g".repeat(32),
    "a".repeat(5_000),
  ])("%j says nothing", (text) => {
    expect(normalizeUuid(text)).toBeUndefined();
  });

  it("accepts a UUID that merely contains FFFF", () => {
    expect(normalizeUuid("0055ADC9-FFFF-E411-8043-FFFF5D113232")).toBeDefined();
    expect(normalizeUuid("00000000-0000-4000-8000-000000000001")).toBeDefined();
  });

  it("is the same for every byte order of any UUID", () => {
    const orders = fc.tuple(fc.boolean(), fc.boolean(), fc.boolean());
    fc.assert(
      fc.property(fc.uuid(), orders, (text, turns) => {
        const hex = text.replaceAll("-", "");
        const turned = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16)]
          .map((field, i) => (turns[i] ? Buffer.from(field, "hex").reverse().toString("hex") : field))
          .join("");
        const normalized = normalizeUuid(text);
        expect(normalizeUuid(turned + hex.slice(16))).toBe(normalized);
        if (normalized !== undefined) expect(normalizeUuid(normalized)).toBe(normalized);
      }),
    );
  });
});
