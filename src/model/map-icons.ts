/** SVG paths of 16 by 16, stroked: a kind has a shape of its own. */
const SHAPES = {
  service: "M8 1.5 14 5v6l-6 3.5L2 11V5zM8 5.2l3 1.7v2.9L8 11.5 5 9.8V6.9z",
  server: "M2 2.5h12v4.5H2zM2 9h12v4.5H2zM4.5 4.75h.1M4.5 11.25h.1M8 4.75h3.5M8 11.25h3.5",
  workstation: "M2 2.5h12v8H2zM6 13.5h4M8 10.5v3",
  network_device: "M1.5 9.5h13v4h-13zM4 11.5h.1M6.5 11.5h.1M11 9.5V6M8.5 4.2a3.6 3.6 0 0 1 5 0M7 2.4a6 6 0 0 1 8 0",
  virtual_machine: "M1.5 4.5h9v9h-9zM4.5 4.5v-3h10v10h-4",
  container: "M1.5 4h13v8.5h-13zM4.5 4v8.5M8 4v8.5M11.5 4v8.5",
  storage: "M2 10h12v4H2zM2 10l2-7h8l2 7M11.5 12h.1",
  printer: "M4 6V2h8v4M4 11.5H2V6h12v5.5h-2M4 9.5h8v4.5H4z",
  database: "M2.5 4c0-3 11-3 11 0v8c0 3-11 3-11 0zM2.5 4c0 3 11 3 11 0M2.5 8c0 3 11 3 11 0",
  application: "M1.5 2.5h13v11h-13zM1.5 5.5h13M3.5 4h.1M5.5 4h.1",
  software: "M6 4 2 8l4 4M10 4l4 4-4 4",
  group: "M2 5h9v9H2zM5 5V2h9v9h-3",
  other: "M8 1.5 14.5 8 8 14.5 1.5 8z",
} as const;

export type Icon = keyof typeof SHAPES;

const ICON_ALIASES: Readonly<Record<string, Icon>> = {
  business_service: "service",
  software_instance: "software",
  software_family: "software",
  service: "application",
};

/** The shape of a type: strokes on a field of 16 by 16. */
export function iconShape(type: string): string {
  return SHAPES[iconOf(type)];
}

/** Icon of a type; unknown types share one. */
export function iconOf(type: string): Icon {
  return ICON_ALIASES[type] ?? (Object.hasOwn(SHAPES, type) ? (type as Icon) : "other");
}

/** Definitions of these icons, referenced as `#i-<name>`. */
export function iconDefinitions(icons: Iterable<Icon>): string {
  return [...new Set(icons)]
    .sort()
    .map((icon) => `<path id="i-${icon}" class="icon" d="${SHAPES[icon]}"/>`)
    .join("");
}
