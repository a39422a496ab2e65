/** A set of short texts, stored as 64-bit hashes in flat arrays: 20 MB for 1.2 million names instead of 150 MB of strings. */
export interface NameSet {
  add(text: string): void;
  has(text: string): boolean;
  readonly size: number;
}

const INITIAL_CAPACITY = 1 << 12;

/** Of a million texts two collide in about one of ten million sets; the harm would be a wrong "is in the dictionary". */
export function createNameSet(): NameSet {
  let slots = new Uint32Array(INITIAL_CAPACITY * 2);
  let capacity = INITIAL_CAPACITY;
  let size = 0;

  function insert(into: Uint32Array, mask: number, low: number, high: number): boolean {
    let at = low & mask;
    while (into[at * 2] !== 0 || into[at * 2 + 1] !== 0) {
      if (into[at * 2] === low && into[at * 2 + 1] === high) return false;
      at = (at + 1) & mask;
    }
    into[at * 2] = low;
    into[at * 2 + 1] = high;
    return true;
  }

  function grow(): void {
    const bigger = new Uint32Array(capacity * 4);
    for (let at = 0; at < capacity; at++) {
      if (slots[at * 2] !== 0 || slots[at * 2 + 1] !== 0)
        insert(bigger, capacity * 2 - 1, slots[at * 2]!, slots[at * 2 + 1]!);
    }
    slots = bigger;
    capacity *= 2;
  }

  return {
    get size() {
      return size;
    },
    add(text) {
      if (size * 10 >= capacity * 7) grow();
      const [low, high] = hash64(text);
      if (insert(slots, capacity - 1, low, high)) size++;
    },
    has(text) {
      const [low, high] = hash64(text);
      let at = low & (capacity - 1);
      while (slots[at * 2] !== 0 || slots[at * 2 + 1] !== 0) {
        if (slots[at * 2] === low && slots[at * 2 + 1] === high) return true;
        at = (at + 1) & (capacity - 1);
      }
      return false;
    },
  };
}

/** Two independent 32-bit hashes (FNV-1a and a multiplicative one with a final mix). Never both 0. */
function hash64(text: string): [number, number] {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high + code, 0x85ebca6b) ^ (high >>> 13);
  }
  low ^= low >>> 15;
  high ^= high >>> 16;
  return [low >>> 0, (high | 1) >>> 0];
}
