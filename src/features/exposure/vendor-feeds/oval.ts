import { AppError } from "../../../errors.ts";
import { parseXml, type XmlElement } from "../../../platform/xml/index.ts";
import { distributionOfName } from "./distributions.ts";
import { ovalElements } from "./oval-elements.ts";
import {
  CVE_NUMBER,
  type FeedSink,
  type FeedSummary,
  shown,
  VendorFeedFault,
  type VendorStatement,
} from "./statement.ts";

/** A definition, kept until the tests behind it are read. */
interface Definition {
  cves: string[];
  platforms: { distribution: string; release: string }[];
  tests: string[];
}

interface Oval {
  definitions: Definition[];
  tests: Map<string, { object: string; state: string | undefined }>;
  /** Names of packages, by object; an object may name a variable instead. */
  objects: Map<string, { names: string[]; variable: string | undefined }>;
  /** Versions below which the state holds. */
  states: Map<string, string>;
  variables: Map<string, string[]>;
}

const CLASSES = new Set(["vulnerability", "patch"]);
const BATCH = 1_000;
const MAX_ELEMENTS = 5_000_000;

/**
 * Reads an OVAL file of a distribution: its definitions of the classes vulnerability and patch, whose tests compare a package's version
 * (`less than`) or only ask for the package. Holds the file's names and versions, not its texts.
 *
 * @throws VendorFeedFault if the file as a whole is wrong
 */
export async function readOval(chunks: AsyncIterable<Uint8Array>, sink: FeedSink): Promise<FeedSummary> {
  const oval: Oval = { definitions: [], tests: new Map(), objects: new Map(), states: new Map(), variables: new Map() };
  let refused = 0;
  let elements = 0;
  const refuse = (record: string, reason: string) => {
    refused++;
    sink.onRefused({ record, reason });
  };
  for await (const text of ovalElements(chunks)) {
    if (++elements > MAX_ELEMENTS) throw new VendorFeedFault(`holds more than ${MAX_ELEMENTS} elements`);
    const element = parsed(text);
    if (typeof element === "string") refuse(shown(/\bid="([^"]*)"/.exec(text)?.[1]), element);
    else readElement(oval, element, refuse);
  }
  const statements = await passOn(oval, sink);
  return { format: "oval", statements, refused };
}

/** The element, or why it cannot be read. */
function parsed(text: string): XmlElement | string {
  try {
    return parseXml(text);
  } catch (error) {
    if (error instanceof AppError) return error.violations[0]?.reason ?? error.message;
    throw error;
  }
}

type Refuse = (record: string, reason: string) => void;

function readElement(oval: Oval, element: XmlElement, refuse: Refuse): void {
  const id = element.attributes.get("id") ?? "";
  const kind = localName(element.name);
  if (id === "") refuse(shown(undefined), `is a ${kind} without an id`);
  else if (kind === "definition") readDefinition(oval, element, id, refuse);
  else if (kind === "constant_variable")
    oval.variables.set(
      id,
      all(element, "value").map(({ text }) => text),
    );
  else if (kind.endsWith("_test")) {
    const object = all(element, "object")[0]?.attributes.get("object_ref");
    if (object !== undefined)
      oval.tests.set(id, { object, state: all(element, "state")[0]?.attributes.get("state_ref") });
  } else if (kind.endsWith("_object")) {
    const [name] = all(element, "name");
    oval.objects.set(id, { names: name?.text ? [name.text] : [], variable: name?.attributes.get("var_ref") });
  } else {
    const evr = all(element, "evr").find(({ attributes }) => attributes.get("operation") === "less than");
    if (evr) oval.states.set(id, evr.text);
  }
}

function readDefinition(oval: Oval, element: XmlElement, id: string, refuse: Refuse): void {
  if (!CLASSES.has(element.attributes.get("class") ?? "")) return;
  const references = all(element, "reference").map(({ attributes }) => attributes.get("ref_id") ?? "");
  const cves = [...new Set(references.filter((reference) => CVE_NUMBER.test(reference)))];
  const platforms = all(element, "platform").flatMap(({ text }) => distributionOfName(text) ?? []);
  const tests = testsOf(element);
  if (cves.length === 0) refuse(shown(id), "names no CVE");
  else if (platforms.length === 0) refuse(shown(id), "names no known distribution and release");
  else oval.definitions.push({ cves, platforms, tests });
}

/** Tests of the criteria, without negated ones. */
function testsOf(element: XmlElement): string[] {
  return element.children.flatMap((child) => {
    if (child.attributes.get("negate") === "true") return [];
    const own = localName(child.name) === "criterion" ? (child.attributes.get("test_ref") ?? []) : [];
    return [own, testsOf(child)].flat();
  });
}

/** All elements of a name below an element, in their order. */
function all(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) => [...(localName(child.name) === name ? [child] : []), ...all(child, name)]);
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

async function passOn(oval: Oval, { onStatements }: FeedSink): Promise<number> {
  let count = 0;
  let batch: VendorStatement[] = [];
  for (const definition of oval.definitions) {
    for (const statement of statementsOf(definition, oval)) batch.push(statement);
    if (batch.length < BATCH) continue;
    count += batch.length;
    await onStatements(batch);
    batch = [];
  }
  if (batch.length > 0) await onStatements(batch);
  return count + batch.length;
}

function* statementsOf({ cves, platforms, tests }: Definition, oval: Oval): Generator<VendorStatement> {
  for (const { name, version } of packagesOf(tests, oval)) {
    for (const cve of cves) {
      for (const platform of platforms) {
        const said = version === null ? ({ status: "affected" } as const) : ({ status: "fixed" } as const);
        yield { cve, ...platform, package: name, ...said, fixedVersion: version };
      }
    }
  }
}

/** Packages with the version below which they are affected; null for all versions. A test with another state says nothing of versions. */
function packagesOf(tests: readonly string[], oval: Oval): { name: string; version: string | null }[] {
  return tests.flatMap((id) => {
    const test = oval.tests.get(id);
    const object = test && oval.objects.get(test.object);
    const version = test?.state === undefined ? null : oval.states.get(test.state);
    if (object === undefined || version === undefined) return [];
    const names = object.variable === undefined ? object.names : (oval.variables.get(object.variable) ?? []);
    return names.map((name) => ({ name, version }));
  });
}
