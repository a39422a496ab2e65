/** Whether two vendor keys are equal, or one is a prefix of the other: "paloaltonetworks" and "paloalto", "igorpavlov" and "igor_pavlov". */
export function isSameMaker(reported: string, vendorKey: string): boolean {
  const bare = vendorKey.replace(/project$/, "");
  if (reported === bare) return true;
  const [short, long] = reported.length < bare.length ? [reported, bare] : [bare, reported];
  return short.length >= 3 && long.startsWith(short) && (short.length >= 5 || long.length - short.length <= 8);
}
