import type { EstatePart } from "../demo.model.ts";
import { applications } from "./applications.ts";
import { mergeParts } from "./builders.ts";
import { data } from "./data.ts";
import { hardware } from "./hardware.ts";
import { machines } from "./machines.ts";
import { services } from "./services.ts";

export { SITE } from "./hardware.ts";

/** The estate without its site: a data centre with a shop, office tools and their infrastructure. */
export function buildEstate(): EstatePart {
  return mergeParts(...hardware(), ...machines(), ...data(), ...applications(), services());
}
