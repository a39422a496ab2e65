import { invalidField } from "../../../errors.ts";
import type { XmlElement } from "../../../platform/xml/index.ts";
import { TEXT_LIMITS } from "../host.model.ts";
import type { Inventory } from "./glpi.ts";
import { type Row, text, textWithin } from "./values.ts";

/** The QUERY of the messages that carry an inventory. */
const INVENTORY = "INVENTORY";

/**
 * The older format of the agent protocol: upper-case tags, `<REQUEST><CONTENT>...</CONTENT><DEVICEID>...<QUERY>`, one
 * tag for each record of a section. GLPI, FusionInventory and OCS Inventory agents send it.
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
    deviceId: textWithin(request, TEXT_LIMITS.name, "deviceid"),
    itemType: undefined,
    tag: textWithin(request, TEXT_LIMITS.name, "tag"),
    content: content as Row,
  };
}

/** Child elements by lower-case name; a repeated name holds a list. Attributes have no meaning in this format. */
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
