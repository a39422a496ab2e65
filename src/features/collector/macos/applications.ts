import type { InstalledApplication } from "../collector.model.ts";
import { definedFields } from "../text.ts";

interface ProfiledApplication {
  _name?: unknown;
  version?: unknown;
  path?: unknown;
  obtained_from?: unknown;
  signed_by?: unknown;
  arch_kind?: unknown;
  lastModified?: unknown;
}

/** Architectures of `uname -m` by `arch_kind`. */
const ARCHITECTURES: Record<string, string> = {
  arch_arm: "arm64",
  arch_i64: "x86_64",
  arch_i32: "i386",
  arch_arm_i64: "universal",
};

/** Parses `system_profiler -json SPApplicationsDataType`; the vendor is the owner of the signing certificate. */
export function parseApplications(text: string): InstalledApplication[] {
  const parsed = JSON.parse(text) as { SPApplicationsDataType?: ProfiledApplication[] };
  return (parsed.SPApplicationsDataType ?? []).flatMap((application) => {
    const name = textOf(application._name);
    if (!name) return [];
    return definedFields<InstalledApplication>({
      name,
      vendor: vendorOf(application),
      version: textOf(application.version),
      architecture: ARCHITECTURES[textOf(application.arch_kind) ?? ""],
      install_date: /^\d{4}-\d\d-\d\d/.exec(textOf(application.lastModified) ?? "")?.[0],
      install_location: textOf(application.path),
    });
  });
}

function vendorOf({ obtained_from, signed_by }: ProfiledApplication): string | undefined {
  if (obtained_from === "apple") return "Apple Inc.";
  const signers = Array.isArray(signed_by) ? signed_by : [];
  const signer = textOf(signers[0]);
  return /^Developer ID Application: (.+?)(?: \([A-Z0-9]{10}\))?$/.exec(signer ?? "")?.[1];
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
