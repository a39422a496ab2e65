/** Removes the oldest entries of a map beyond the greatest number of entries. */
export function trimOldest(map: Map<string, unknown>, maxEntries: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= maxEntries) return;
    map.delete(oldest);
  }
}

/** Puts an entry into a map as its newest one, and removes the oldest ones beyond the greatest number of entries. */
export function setNewest<T>(map: Map<string, T>, key: string, value: T, maxEntries: number): void {
  map.delete(key);
  map.set(key, value);
  trimOldest(map, maxEntries);
}
