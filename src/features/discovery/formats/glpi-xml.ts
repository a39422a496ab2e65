import { invalidField } from "../../../errors.ts";
import { TEXT_LIMITS } from "../host.model.ts";
import type { Inventory } from "./glpi.ts";
import { type Row, text, whole } from "./values.ts";
import type { XmlElement } from "./xml.ts";

/** The one message of the protocol that carries the inventory of a host. */
const INVENTORY = "INVENTORY";

/**
 * The older form of the agent protocol: upper-case tags, `<REQUEST><CONTENT>...</CONTENT><DEVICEID>...<QUERY>`, a
 * repeated tag for each record of a section. As GLPI, FusionInventory and OCS Inventory agents send it.
 *
 * @throws AppError VALIDATION_ERROR for another QUERY or without CONTENT
 */
export function inventoryOfXml(root: XmlElement): Inventory {
  const request = rowOfElement(root);
  const query = text(request, "query");
  if (query !== undefined && query.toUpperCase() !== INVENTORY) {
    throw invalidField("REQUEST.QUERY", `must be ${INVENTORY}`);
  }
  const { content } = request;
  if (content === null || typeof content !== "object" || Array.isArray(content)) {
    throw invalidField("REQUEST.CONTENT", "must hold the inventory, once");
  }
  return {
    deviceId: whole(request, TEXT_LIMITS.name, "deviceid"),
    itemType: undefined,
    tag: whole(request, TEXT_LIMITS.name, "tag"),
    content: content as Row,
  };
}

/** Child elements by lower-case name; a name that repeats holds a list. Attributes carry nothing in this form. */
function rowOfElement(element: XmlElement): Row {
  const fields = new Map<string, unknown[]>();
  for (const child of element.children) {
    const name = child.name.toLowerCase();
    const values = fields.get(name);
    const value = child.children.length > 0 ? rowOfElement(child) : child.text;
    if (values) values.push(value);
    else fields.set(name, [value]);
  }
  const row: Record<string, unknown> = Object.create(null);
  for (const [name, values] of fields) row[name] = values.length === 1 ? values[0] : values;
  return row;
}
