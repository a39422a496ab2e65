const ABBREVIATIONS: Readonly<Record<string, string>> = {
  ip: "IP",
  os: "OS",
  cpu: "CPU",
  gb: "GB",
  mb: "MB",
  mac: "MAC",
  id: "ID",
  pid: "PID",
  uid: "UID",
  url: "URL",
  fqdn: "FQDN",
  sla: "SLA",
  ai: "AI",
};

/** `software_instance` -> `Software instance`, `ip_address` -> `IP address`: a term of the interface as people read it. */
export function words(term: string | null | undefined): string {
  const text = (term ?? "").slice(0, 200).replaceAll("_", " ").trim();
  const read = text.replace(/\b[a-z]{2,4}\b/g, (word) =>
    Object.hasOwn(ABBREVIATIONS, word) ? ABBREVIATIONS[word]! : word,
  );
  return read.slice(0, 1).toUpperCase() + read.slice(1);
}
