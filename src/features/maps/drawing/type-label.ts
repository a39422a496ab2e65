/** A canonical type in words, as a reader writes it: `network_device` -> `network device`. */
export function typeLabel(type: string): string {
  return type.replaceAll("_", " ");
}
