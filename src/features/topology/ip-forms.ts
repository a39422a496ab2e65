import { isIPv4 } from "node:net";

/** Spellings of a normalised address, itself first: IPv4-mapped forms, or IPv6 with all groups written out. */
export function formsOf(ip: string): string[] {
  if (isIPv4(ip)) {
    const [a = 0, b = 0, c = 0, d = 0] = ip.split(".").map(Number);
    return [ip, `::ffff:${ip}`, `::ffff:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`];
  }
  const [head = "", tail] = ip.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail ? tail.split(":") : [];
  const zeros: string[] = tail === undefined ? [] : Array(8 - left.length - right.length).fill("0");
  const groups = [...left, ...zeros, ...right];
  return [ip, groups.join(":"), groups.map((group) => group.padStart(4, "0")).join(":")];
}
