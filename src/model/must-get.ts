/** The value under a key that the program itself has put into the map; a missing one is a fault of the program. */
export function mustGet<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined && !map.has(key)) throw new Error(`The map has no entry ${String(key)}`);
  return value as V;
}
