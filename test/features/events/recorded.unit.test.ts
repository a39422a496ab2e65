import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { IncomingEvent } from "../../../src/features/events/event.model.ts";
import { SOURCES } from "../../../src/features/events/sources/index.ts";

const FOLDER = path.resolve("../shared/data/events");
const THERE = existsSync(path.join(FOLDER, "expected.json"));
if (!THERE) console.warn(`${FOLDER} is not there: recorded webhooks are not read`);

interface Expected {
  title: string;
  title_ok?: string[];
  title_contains?: string[];
  severity: string | null;
  severity_ok?: string[];
  source_id: string;
  source_id_ok?: string[];
  source_id_rule?: string;
  status: string;
  hosts: string[];
  hosts_may?: string[];
  resolves?: string;
}
interface ExpectedFile {
  source: string;
  events: Expected[];
  ignored: number;
}

const read = (name: string): unknown => JSON.parse(readFileSync(path.join(FOLDER, name), "utf8"));
const files = THERE ? (read("expected.json") as { files: Record<string, ExpectedFile> }).files : {};
const reading = (name: string) => SOURCES[files[name]!.source]!(read(name), { genericFields: {} });
const hostsOf = ({ hostname, fqdn, ipAddress }: IncomingEvent) =>
  [hostname, fqdn, ipAddress].filter((one) => one !== null);

describe.skipIf(!THERE)("recorded webhooks", () => {
  it.each(Object.entries(files))("%s is parsed as expected", (name, expected) => {
    const { events, ignored, errors } = reading(name);
    expect(errors).toEqual([]);
    expect(ignored).toBe(expected.ignored);
    expect(events).toHaveLength(expected.events.length);
    expected.events.forEach((wanted, i) => {
      const event = events[i]!;
      expect(event.status).toBe(wanted.status);
      if (wanted.title_contains) for (const words of wanted.title_contains) expect(event.title).toContain(words);
      else expect([wanted.title, ...(wanted.title_ok ?? [])]).toContain(event.title);
      if (wanted.severity !== null) expect([wanted.severity, ...(wanted.severity_ok ?? [])]).toContain(event.severity);
      if (wanted.source_id_rule === undefined) {
        expect([wanted.source_id, ...(wanted.source_id_ok ?? [])]).toContain(event.sourceId);
      }
      expect(hostsOf(event)).toEqual(expect.arrayContaining(wanted.hosts));
      for (const host of hostsOf(event)) expect([...wanted.hosts, ...(wanted.hosts_may ?? [])]).toContain(host);
      expect(event.occurredAt?.getUTCFullYear()).toBe(2026);
      const [of, index] = wanted.resolves?.split("#") ?? [];
      if (of !== undefined) expect(event.sourceId).toBe(reading(of).events[Number(index)]!.sourceId);
    });
  });
});
