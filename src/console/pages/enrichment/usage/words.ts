export function numberOf(value: number | null | undefined): string {
  return value === null || value === undefined ? "–" : value.toLocaleString("en");
}

/** In the currency of the installation's price list, which the service does not name. */
export function costOf(cost: number | null | undefined): string {
  return cost === null || cost === undefined ? "–" : cost.toLocaleString("en", { maximumFractionDigits: 4 });
}

export function shareOf(share: number | null | undefined): string {
  return share === null || share === undefined ? "–" : `${Math.round(share * 100)} %`;
}

export function millisecondsOf(ms: number | null | undefined): string {
  return ms === null || ms === undefined ? "–" : `${Math.round(ms).toLocaleString("en")} ms`;
}
