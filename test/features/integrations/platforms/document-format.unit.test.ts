import fc from "fast-check";
import { expect, test } from "vitest";
import { textOfDocument, toDocument } from "../../../../src/features/integrations/platforms/document-format.ts";
import { adfFault } from "../../../support/service-desks/adf.ts";

const paragraph = (...content: unknown[]) => ({ type: "paragraph", content });
const text = (words: string) => ({ type: "text", text: words });
const BREAK = { type: "hardBreak" };

test.each([
  ["one line", "a", [paragraph(text("a"))]],
  ["lines", "a\nb\r\nc", [paragraph(text("a"), BREAK, text("b"), BREAK, text("c"))]],
  ["paragraphs", "a\n\nb\n \n\nc", [paragraph(text("a")), paragraph(text("b")), paragraph(text("c"))]],
  ["empty lines around", "\n\na\n\n", [paragraph(text("a"))]],
  ["nothing", "", []],
  ["empty lines", "\n\r\n", []],
])("a text of %s", (_, plain, content) => {
  expect(toDocument(plain)).toEqual({ type: "doc", version: 1, content });
});

test("every text makes a valid document that holds its words in order", () => {
  const pieces = fc.constantFrom("a", "b c", " ", "\n", "\r\n", "\r", "\n\n", "\u2028", "\t", "😀", '"', "<b>");
  const texts = fc.oneof(
    fc.array(pieces).map((parts) => parts.join("")),
    fc.string({ unit: "grapheme" }),
  );
  const words = (plain: string) => plain.split(/\s+/).filter(Boolean);
  fc.assert(
    fc.property(texts, (plain) => {
      const document = toDocument(plain);
      expect(adfFault(document)).toBeUndefined();
      expect(words(textOfDocument(document))).toEqual(words(plain));
    }),
  );
});

test("the text of a document is read from any nodes, and from what is none", () => {
  const list = {
    type: "bulletList",
    content: [{ type: "listItem", content: [paragraph(text("a"), BREAK, text("b"))] }],
  };
  expect(textOfDocument({ type: "doc", content: [list, paragraph(text("c"))] })).toBe("a b c ");
  for (const nothing of [null, 7, "a", [], {}, { type: "text" }, { content: "x" }])
    expect(textOfDocument(nothing)).toBe("");
});
