/** A canonical type as text for readers: `network_device` -> `network device`. */
export function typeLabel(type: string): string {
  return type.replaceAll("_", " ");
}
