const EMERGENCY = /emergency|notfall|urgence|emergencia/i;
/** Approved beforehand, since it was made often and went well. */
const STANDARD = /^\W*(pre-?approved|standard|estándar)/i;
const ORDINARY = 50;

/**
 * Kinds of work by how much of the CI they replace and how hard they are to take back, the riskiest first. Words of the
 * languages in which emergencies are known.
 */
const KINDS_OF_WORK = [
  { value: 100, words: /\b(migrat\w*|migrier\w*|migraci[oó]n\w*|cut-?over|re-?platform\w*)/iu },
  { value: 80, words: /\b(upgrad\w*|major version|mise à niveau|actualizaci[oó]n de versi[oó]n)/iu },
  { value: 50, words: /\b(deploy\w*|releases?|roll-?out|rollout|d[ée]ploiement\w*|despliegue\w*|bereitstellung\w*)/iu },
  { value: 30, words: /\b(patch\w*|updat\w*|hotfix\w*|aktualisier\w*|correctif\w*|parche\w*)/iu },
  { value: 20, words: /\b(config\w*|konfigur\w*|settings?|parameters?)/iu },
] as const;
/** Characters of the notes that are looked at, and of a word that is shown. */
const MOST_LOOKED_AT = 10_000;
const MOST_SHOWN = 40;

export function isEmergency(category: string | null): boolean {
  return category !== null && EMERGENCY.test(category);
}

/**
 * An unknown category counts as little as a standard change: what is not known never raises the risk. Nor does an ordinary
 * change of which no CI is known.
 */
export function categoryValue(category: string | null, hasKnownCi: boolean): number {
  if (category === null || category.trim() === "") return 0;
  if (isEmergency(category)) return 100;
  return STANDARD.test(category) || !hasKnownCi ? 0 : ORDINARY;
}

/** The riskiest kind of work that notes name. Words may only raise the risk, so that nothing that is planted in them can hide it. */
export function workOf(notes: readonly string[]): { value: number; word: string } | undefined {
  const text = notes.join("\n").slice(0, MOST_LOOKED_AT);
  for (const { value, words } of KINDS_OF_WORK) {
    const word = words.exec(text)?.[0];
    if (word !== undefined) return { value, word: word.slice(0, MOST_SHOWN) };
  }
  return undefined;
}
