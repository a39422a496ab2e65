import { invalidField } from "../../../errors.ts";
import { type DiscoveredHost, type ScanSubmission, TEXT_LIMITS } from "../host.model.ts";
import { accountsOf } from "./glpi-accounts.ts";
import { deviceType, hardwareOf, namesOf, operatingSystemOf } from "./glpi-host.ts";
import { adaptersOf, addressesOf, networkAdapters } from "./glpi-network.ts";
import { applicationsOf, disksOf, processesOf } from "./glpi-records.ts";
import { inventoryInstant, offsetMinutes } from "./time.ts";
import { definedFields, nested, type Row, rowOf, rowsOf, text, textWithin } from "./values.ts";

/** An inventory of either format with its envelope parsed. */
export interface Inventory {
  /** The agent's own id of the machine. */
  deviceId: string | undefined;
  /** Type of the device: Computer, NetworkEquipment, Printer, Phone ... */
  itemType: string | undefined;
  tag: string | undefined;
  content: Row;
}

/** A host of an inventory, with fields that only the raw record keeps. */
interface InventoryHost extends DiscoveredHost {
  agent?: string;
  tag?: string;
  asset_tag?: string;
  chassis_type?: string;
}

const MAX_SCANNER_ID_LENGTH = 255;

/**
 * The JSON format of the agent protocol: `{deviceid, action, itemtype, content: {section: record or list of records}}`.
 *
 * @throws AppError VALIDATION_ERROR for an action without an inventory, or without content
 */
export function inventoryOfJson(value: Row): Inventory {
  const { content } = value;
  if (content === null || typeof content !== "object" || Array.isArray(content)) {
    throw invalidField("content", "must be an object");
  }
  const action = text(value, "action") ?? "inventory";
  if (!["inventory", "netinventory", "netdiscovery"].includes(action))
    throw invalidField("action", "must be inventory");
  return {
    deviceId: textWithin(value, TEXT_LIMITS.name, "deviceid"),
    itemType: text(value, "itemtype"),
    tag: textWithin(value, TEXT_LIMITS.name, "tag"),
    content: content as Row,
  };
}

/**
 * Converts an agent's inventory to a submission of one host. Sections that the agent did not send stay absent, so that
 * they replace nothing. Times without a zone are in the host's zone if the inventory names its offset, else in UTC; an
 * inventory without a readable time gets the time of receipt.
 */
export function glpiSubmission(inventory: Inventory, receivedAt: Date): ScanSubmission {
  const { content } = inventory;
  const offset = offsetMinutes(text(nested(rowOf(content, "operatingsystem"), "timezone"), "offset") ?? "") ?? 0;
  const logged = text(rowOf(content, "accesslog"), "logdate");
  const collectedAtMs = logged === undefined ? undefined : inventoryInstant(logged, offset);
  return {
    scan_type: isRemote(inventory) ? "snmp" : "agent",
    scanner_id: scannerId(content),
    timestamp: new Date(collectedAtMs ?? receivedAt).toISOString(),
    data: { discovered_hosts: [hostOf(inventory, offset)] },
  };
}

/** The agent's name without its version, so that an upgraded agent is the same scanner. */
function scannerId(content: Row): string {
  const client = textWithin(content, MAX_SCANNER_ID_LENGTH, "versionclient") ?? "";
  return (
    client
      .replace(/[ _-]+v?\d.*$/s, "")
      .trim()
      .toLowerCase() || "glpi-agent"
  );
}

/** Whether an agent read the device over the network: the device id is then that of the agent's own machine. */
function isRemote({ content }: Inventory): boolean {
  return rowsOf(content, "network_device") !== undefined;
}

function hostOf(inventory: Inventory, offset: number): DiscoveredHost {
  const { itemType, tag, content } = inventory;
  const deviceId = isRemote(inventory) ? undefined : inventory.deviceId;
  const adapters = adaptersOf(content);
  return definedFields<InventoryHost>({
    host_id: deviceId,
    ...namesOf(content, deviceId),
    ...addressesOf(content, adapters ?? []),
    device_type: deviceType(content, itemType),
    os: operatingSystemOf(content),
    hardware: hardwareOf(content),
    disks: disksOf(content),
    user_accounts: accountsOf(content),
    network_adapters: adapters && networkAdapters(adapters),
    processes: processesOf(content, offset),
    installed_applications: applicationsOf(content),
    agent: textWithin(content, TEXT_LIMITS.name, "versionclient"),
    tag,
    asset_tag: textWithin(rowOf(content, "bios"), TEXT_LIMITS.name, "assettag"),
    chassis_type: textWithin(rowOf(content, "hardware"), TEXT_LIMITS.name, "chassis_type"),
  });
}
