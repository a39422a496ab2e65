import { describe, expect, it } from "vitest";
import { childOf, childrenOf, parseXml } from "../../../src/platform/xml/xml.ts";
import { MAX_DEPTH, XML_LIMITS } from "../../../src/platform/xml/xml-guard.ts";
import { refusal } from "../../features/discovery/formats.support.ts";

const read = (text: string, ignored?: ReadonlySet<string>) => parseXml(text, () => ignored);
const reasonOf = (text: string, ignored?: ReadonlySet<string>) => {
  const { code, reason } = refusal(() => read(text, ignored));
  expect(code).toBe("VALIDATION_ERROR");
  return reason;
};
const nested = (depth: number) => "<a>".repeat(depth) + "</a>".repeat(depth);

describe("parseXml", () => {
  it("gives elements, attributes and texts", () => {
    const root = read(
      `<?xml version="1.0"?><!-- a --><r a="1" b = '2 "x"'><c>one</c><d/><c> two<!-- b --> words </c>tail<?p q?></r>\n`,
    );
    expect(root.name).toBe("r");
    expect([...root.attributes]).toEqual([
      ["a", "1"],
      ["b", '2 "x"'],
    ]);
    expect(childrenOf(root, "c").map(({ text }) => text)).toEqual(["one", "two words"]);
    expect(childOf(root, "d")).toEqual({ name: "d", attributes: new Map(), children: [], text: "" });
    expect(root.text).toBe("tail");
    expect(childOf(root, "e")).toBeUndefined();
  });

  it("keeps numbers, truth values and dates as the texts that they are", () => {
    const root = read('<r a="007"><v>0x10</v><v>1e3</v><v>true</v><v>1.10</v><v>+5</v></r>');
    expect(childrenOf(root, "v").map(({ text }) => text)).toEqual(["0x10", "1e3", "true", "1.10", "+5"]);
    expect(root.attributes.get("a")).toBe("007");
  });

  it("keeps CDATA unchanged", () => {
    expect(read("<r><![CDATA[<b>&amp;&nope;</b>]]></r>").text).toBe("<b>&amp;&nope;</b>");
  });

  it("removes ignored elements with their content", () => {
    const text = "<r a='1'>p<s><t>x</t><!-- c --><s/><![CDATA[</s>]]></s>q<u><s b='2'/>y<?p?></u><s/></r>";
    const root = read(text, new Set(["s", "r"]));
    expect(root).toMatchObject({ name: "r", text: "pq" });
    expect(root.children).toEqual([{ name: "u", attributes: new Map(), children: [], text: "y" }]);
    expect(reasonOf("<r><s><t></s></r>", new Set(["s"]))).toContain("closes <s> where <t> is open");
  });

  it("does not count ignored elements", () => {
    const many = '<s a="1"/>'.repeat(XML_LIMITS.nodes / 2);
    expect(reasonOf(`<r>${many}</r>`)).toContain("elements and attributes");
    expect(read(`<r>${many}</r>`, new Set(["s"])).children).toEqual([]);
  });

  it("reads names that objects inherit like any other", () => {
    const root = read('<r hasOwnProperty="1"><toString>x</toString><valueOf/></r>');
    expect(root.children).toHaveLength(2);
    expect(Object.prototype.toString.call({})).toBe("[object Object]");
  });

  it.each(["__proto__", "constructor", "prototype"])("refuses %s as an element and as an attribute", (name) => {
    expect(reasonOf(`<r><${name}><polluted>1</polluted></${name}></r>`)).toContain(
      `${name}, which is not an allowed name`,
    );
    expect(reasonOf(`<r ${name}="1"/>`)).toContain("not an allowed name");
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe("parseXml references", () => {
  it("decodes predefined and numeric ones once", () => {
    const root = read('<r a="&#65;&#x42;&quot;">&lt;&gt;&amp;amp;&apos;&#10;&#x1F600;</r>');
    expect(root.attributes.get("a")).toBe('AB"');
    expect(root.text).toBe("<>&amp;'\n😀");
  });

  it.each(["&#0;", "&#x0;", "&#xD800;", "&#xDFFF;", "&#x110000;", "&#99999999999;"])("refuses %s", (reference) => {
    expect(reasonOf(`<r>${reference}</r>`)).toContain("a character that does not exist");
    expect(reasonOf(`<r a="${reference}"/>`)).toContain("a character that does not exist");
  });

  it.each(["&eacute;", "&xxe;", "&#xZZ;", "&#;", "&;", "& ", "&amp", `&${"a".repeat(50)};`])(
    "refuses %s",
    (reference) => {
      expect(reasonOf(`<r>${reference}</r>`)).toMatch(/reference/);
    },
  );

  it("accepts any number of references to single characters", () => {
    expect(read(`<r>${"&lt;&#65;".repeat(50_000)}</r>`).text).toBe("<A".repeat(50_000));
  });
});

describe("parseXml document type declarations", () => {
  it.each([
    "<!DOCTYPE r>",
    '<!DOCTYPE r SYSTEM "file:///etc/passwd">',
    '<!DOCTYPE r PUBLIC "-//X//Y" "http://192.0.2.1/a>b.dtd">',
    "<!DOCTYPE r [<!ELEMENT r (#PCDATA)><!ATTLIST r a CDATA '>]'><!-- <!ENTITY --><?p ]> ?>]>",
  ])("accepts %s and removes it", (doctype) => {
    expect(read(`<?xml version="1.0"?>\n${doctype}\n<r>x</r>`)).toMatchObject({ name: "r", text: "x", children: [] });
  });

  it.each([
    ['<!ENTITY x "y">', "declares an entity"],
    ['<!ENTITY xxe SYSTEM "file:///etc/passwd">', "declares an entity"],
    ['<!ENTITY % p SYSTEM "http://192.0.2.1/p.dtd"> %p;', "declares an entity"],
    ["%p;", "refers to an entity"],
  ])("refuses one that holds %s", (declaration, reason) => {
    expect(reasonOf(`<!DOCTYPE r [${declaration}]><r>&x;&xxe;</r>`)).toContain(reason);
  });

  it("does not expand an entity bomb", () => {
    const levels = Array.from({ length: 10 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join("");
    expect(reasonOf(`<!DOCTYPE r [<!ENTITY l0 "lol">${levels}]><r>&l10;</r>`)).toContain("declares an entity");
    expect(reasonOf(`<!DOCTYPE r [<!ENTITY a "${"a".repeat(100_000)}">]><r>${"&a;".repeat(1_000)}</r>`)).toContain(
      "entity",
    );
    expect(reasonOf("<r>&l10;</r>")).toContain("a reference to an entity");
  });

  it.each([
    "<!DOCTYPE r",
    "<!DOCTYPE r [",
    '<!DOCTYPE r SYSTEM "x>',
    "<!DOCTYPE r [<!ELEMENT r>",
    "<!DOCTYPE r [<!-- ]><r/>",
  ])("refuses the unclosed %s", (doctype) =>
    expect(reasonOf(`${doctype}<r/>`)).toContain("does not close its DOCTYPE"),
  );

  it("refuses a second DOCTYPE and one after the root", () => {
    expect(reasonOf("<!DOCTYPE r><!DOCTYPE r><r/>")).toContain("DOCTYPE where none may stand");
    expect(reasonOf("<r><!DOCTYPE r></r>")).toContain("DOCTYPE where none may stand");
  });
});

describe("parseXml with malformed XML", () => {
  it.each([
    ["<r>\n  <b>x", "ends before <b> is closed (line 2, column 7)"],
    ["<r>\n  <b>x</c>\n</r>", "closes <c> where <b> is open (line 2, column 7)"],
    ["<r></r></r>", "closes <r>, which is not open (line 1, column 8)"],
    ["<r/><s/>", "holds a second root element (line 1, column 5)"],
    ["<r/>x", "holds text outside its root element (line 1, column 5)"],
    ["x<r/>", "holds text outside its root element (line 1, column 1)"],
    ["<![CDATA[x]]><r/>", "holds text outside its root element (line 1, column 1)"],
    ["<!-- -->", "holds no element (line 1, column 9)"],
    ["<r a=1/>", "does not quote the attribute a (line 1, column 6)"],
    ["<r a/>", "gives the attribute a no value (line 1, column 5)"],
    ['<r a="1"b="2"/>', "does not end the tag <r> (line 1, column 9)"],
    ['<r a="1" a="2"/>', "repeats the attribute a (line 1, column 10)"],
    ['<r a="<"/>', 'holds "<" in the attribute a (line 1, column 6)'],
    ['<r a="1', "does not close the attribute a (line 1, column 6)"],
    ["<r", "does not end the tag <r> (line 1, column 3)"],
    ["<", "ends inside a tag (line 1, column 2)"],
    ["<r/ >", "does not end the tag <r> (line 1, column 3)"],
    ["< r/>", "holds no name where one must stand (line 1, column 2)"],
    ["<r><!-- x</r>", "does not close a comment (line 1, column 4)"],
    ["<r><![CDATA[x</r>", "does not close a CDATA section (line 1, column 4)"],
    ["<r><?x</r>", "does not close a processing instruction (line 1, column 4)"],
    ["<r><!ENTITY x 'y'></r>", "holds markup that is not XML (line 1, column 4)"],
  ])("%j: %s", (text, reason) => {
    expect(reasonOf(text)).toBe(`is XML that ${reason}`);
  });

  it("refuses U+0000 and lone surrogates", () => {
    expect(reasonOf("<r>\0</r>")).toContain("NUL");
    expect(reasonOf("<r>\ud800</r>")).toContain("surrogates");
  });

  it("bounds nesting, however deep it is", () => {
    expect(read(nested(MAX_DEPTH)).name).toBe("a");
    expect(reasonOf(nested(MAX_DEPTH + 1))).toContain(`nests deeper than ${MAX_DEPTH} levels`);
    expect(reasonOf(nested(100_000))).toContain("nests deeper");
    expect(reasonOf("<a>".repeat(100_000))).toContain("nests deeper");
  });

  it("bounds texts, names and attributes", () => {
    const long = "x".repeat(XML_LIMITS.text + 1);
    for (const text of [`<r>${long}</r>`, `<r a="${long}"/>`, `<r><![CDATA[${long}]]></r>`]) {
      expect(reasonOf(text)).toContain("a text of more than");
    }
    expect(reasonOf(`<${"n".repeat(XML_LIMITS.name + 1)}/>`)).toContain("a name of more than");
    const attributes = Array.from({ length: XML_LIMITS.attributes + 1 }, (_, i) => `a${i}="1"`);
    expect(reasonOf(`<r ${attributes.join(" ")}/>`)).toContain("too many attributes");
  });
});
