/** `software_instance` -> `Software instance`: a term of the interface as people read it. */
export function words(term: string | null | undefined): string {
  const text = (term ?? "").replaceAll("_", " ").trim();
  return text.slice(0, 1).toUpperCase() + text.slice(1, 200);
}
