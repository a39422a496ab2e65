import type { DeviceType } from "../collector.model.ts";
import type { Scan } from "../parts.ts";
import { definedFields, isDenied, readIfPresent } from "../text.ts";

/** The machine as its firmware describes it: SMBIOS (type 1 and 3) on PCs and servers, the device tree on ARM boards. */
export interface Board {
  manufacturer?: string;
  model?: string;
  serial_number?: string;
  uuid?: string;
  /** SMBIOS chassis type, section 7.4.1 of the SMBIOS reference specification. */
  chassis?: number;
  /** The device tree's `compatible`, most specific first, blank between them. */
  compatible?: string;
}

const DMI = "/sys/class/dmi/id";
const DEVICE_TREES = ["/sys/firmware/devicetree/base", "/proc/device-tree"];
/** Desktop, low profile, pizza box, mini tower, tower, portable, laptop, notebook, hand held, all in one ... */
const WORKSTATION_CHASSIS = new Set([3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16, 24, 30, 31, 32, 35]);

/** Reads the firmware's description. Values that only root may read become notes. */
export async function readBoard({ files, notes }: Scan): Promise<Board> {
  const read = async (path: string, field: string) => {
    try {
      return (await readIfPresent(files, path, 4096))?.replace(/\0+$/, "").replaceAll("\0", " ").trim();
    } catch (error) {
      const why = isDenied(error) ? "readable by root only" : "cannot be read";
      notes.add(`hardware.${field}: ${path} is ${why}`);
      return undefined;
    }
  };
  const vendor = await read(`${DMI}/sys_vendor`, "manufacturer");
  if (vendor !== undefined) {
    const chassis = Number(await read(`${DMI}/chassis_type`, "chassis"));
    return definedFields<Board>({
      manufacturer: vendor,
      model: await read(`${DMI}/product_name`, "model"),
      serial_number: await read(`${DMI}/product_serial`, "serial_number"),
      uuid: (await read(`${DMI}/product_uuid`, "uuid"))?.toLowerCase(),
      chassis: chassis || undefined,
    });
  }
  for (const base of DEVICE_TREES) {
    const model = await read(`${base}/model`, "model");
    const compatible = await read(`${base}/compatible`, "model");
    if (model === undefined && compatible === undefined) continue;
    const serial_number = await read(`${base}/serial-number`, "serial_number");
    return definedFields<Board>({ manufacturer: compatible?.split(",")[0], model, serial_number, compatible });
  }
  notes.add("hardware: neither SMBIOS nor a device tree names manufacturer, model, serial number or UUID");
  return {};
}

/** The kind of device; a machine of unknown chassis counts as a server. */
export function deviceTypeOf(container: boolean, virtual: boolean, board: Board): DeviceType {
  if (container) return "container";
  if (virtual) return "virtual_machine";
  return WORKSTATION_CHASSIS.has(board.chassis ?? 0) ? "workstation" : "server";
}
