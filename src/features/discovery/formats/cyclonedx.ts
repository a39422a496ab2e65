import { invalidField } from "../../../errors.ts";
import type { Bom, BomComponent } from "./bom.ts";
import { definedFields, nested, type Row, rowOf, rowsOf, text } from "./values.ts";

const VERSIONS = /^1\.[2-7]$/;
const MAX_COMPONENTS = 100_000;
/** Components that are no programs. */
const NO_PROGRAMS = new Set([
  "file",
  "data",
  "device",
  "operating-system",
  "machine-learning-model",
  "cryptographic-asset",
]);
const DEVICE_TYPES: ReadonlyMap<string, string> = new Map([["container", "container"]]);

/**
 * Reads a CycloneDX bill of materials, JSON of the versions 1.2 to 1.7. `metadata.component` is the host, a component of the type
 * operating-system its system, and all further components, nested ones included, its programs.
 *
 * @throws AppError VALIDATION_ERROR for another version, a bill that names no host, and components that are no objects
 */
export function cyclonedxBom(value: Row): Bom {
  const version = text(value, "specVersion") ?? "";
  if (!VERSIONS.test(version)) throw invalidField("specVersion", "must be a version of CycloneDX from 1.2 to 1.7");
  const metadata = nested(value, "metadata");
  const host = nested(metadata, "component");
  const hostname = text(host, "name");
  if (hostname === undefined) throw invalidField("metadata.component.name", "is required: it names the host");
  const components = [...componentsOf(host), ...componentsOf(value)];
  if (components.length > MAX_COMPONENTS)
    throw invalidField("components", `must have at most ${MAX_COMPONENTS} entries`);
  const system = components.find((component) => text(component, "type") === "operating-system");
  return {
    hostname,
    os: system && definedFields({ name: text(system, "name"), version: text(system, "version") }),
    deviceType: DEVICE_TYPES.get(text(host, "type") ?? ""),
    tool: toolOf(metadata),
    createdAt: text(metadata, "timestamp"),
    components: components.flatMap(programOf),
  };
}

/** The depth is bounded: that of any JSON that comes in is. */
function componentsOf(row: Row): Row[] {
  const rows = rowsOf(row, "components", "components") ?? [];
  return rows.flatMap((component) => [component, ...componentsOf(component)]);
}

function programOf(component: Row): BomComponent[] {
  const name = text(component, "name");
  if (name === undefined || NO_PROGRAMS.has(text(component, "type") ?? "")) return [];
  return [
    {
      name,
      group: text(component, "group"),
      version: text(component, "version"),
      vendor:
        text(component, "publisher") ??
        text(nested(component, "supplier"), "name") ??
        text(nested(component, "manufacturer"), "name"),
      purl: text(component, "purl"),
      cpe: text(component, "cpe"),
    },
  ];
}

/** Until 1.4 a list of tools, since 1.5 an object with components. */
function toolOf(metadata: Row): string | undefined {
  const { tools } = metadata;
  const tool = Array.isArray(tools) ? rowOf(metadata, "tools") : rowOf(nested(metadata, "tools"), "components");
  return text(tool, "name");
}
