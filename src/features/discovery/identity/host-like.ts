/** A text of a scanner, which omits unknown values or sends null. */
export type Text = string | null | undefined;

/** The fields of a discovered host that identification reads (section 2 of the interface specification, "Scan submission"). */
export interface HostLike {
  readonly host_id?: Text;
  readonly hostname?: Text;
  readonly fqdn?: Text;
  readonly ip_address?: Text;
  readonly ip_addresses?: readonly string[] | null | undefined;
  readonly mac_address?: Text;
  readonly mac_addresses?: readonly string[] | null | undefined;
  readonly device_type?: Text;
  readonly os_guess?: Text;
  readonly os?: { readonly name?: Text; readonly family?: Text } | null | undefined;
  readonly hardware?: { readonly serial_number?: Text; readonly uuid?: Text } | null | undefined;
  readonly network_adapters?: readonly AdapterLike[] | null | undefined;
}

interface AdapterLike {
  readonly name?: Text;
  readonly mac_address?: Text;
  readonly ip_addresses?: readonly string[] | null | undefined;
}

/** The normalised text; undefined for absent, null and unusable values. */
export function optional(text: Text, normalize: (text: string) => string | undefined): string | undefined {
  return text === null || text === undefined ? undefined : normalize(text);
}
