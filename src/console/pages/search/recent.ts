const MAX = 8;

/** Searches of this browser's user, newest first. Kept here only: they are a convenience, not data. */
export function recentSearches(userId: string): readonly string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? "[]");
    return Array.isArray(list) ? list.filter((one) => typeof one === "string").slice(0, MAX) : [];
  } catch {
    return [];
  }
}

export function rememberSearch(userId: string, text: string): void {
  const trimmed = text.trim().slice(0, 200);
  if (!trimmed) return;
  const list = [trimmed, ...recentSearches(userId).filter((one) => one !== trimmed)].slice(0, MAX);
  store(userId, list);
}

export function forgetSearches(userId: string): void {
  store(userId, []);
}

function store(userId: string, list: readonly string[]): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(list));
  } catch {
    // Storage is full or forbidden: recent searches are not kept.
  }
}

const keyOf = (userId: string) => `orrery-searches-${userId}`;
