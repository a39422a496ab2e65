import { type RequestContext, requireScope } from "../../context.ts";
import { AppError, invalid, notFound } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { RecordAudit } from "../audit/index.ts";
import { unknownPlaces } from "../holidays/index.ts";
import { applyPatch, difference, effective, type Settings, type SettingsPatch } from "./settings.model.ts";
import { type SettingsRow, settingsStore } from "./settings.store.ts";

export interface SettingsState {
  settings: Settings;
  /** Number of changes so far; 0 when nothing was ever set. */
  version: number;
}

export interface SettingsVerbs {
  /** Throws 403 without `admin.settings`. */
  get(ctx: RequestContext): Promise<SettingsState>;
  /**
   * Applies the patch and returns all settings. A patch that changes nothing keeps the version and is not recorded.
   * Throws 400 for a holiday country without known holidays, 403 without `admin.settings`, 412 when `ifMatch` (entity tags) names another version.
   */
  change(ctx: RequestContext, patch: SettingsPatch, ifMatch?: string | undefined): Promise<SettingsState>;
}

export interface SettingsVerbsDeps {
  postgres: Postgres;
  clock: Clock;
  recordAudit: RecordAudit;
  /** Called with the written row, so that the change takes effect in this process at once. */
  onChanged(row: SettingsRow): void;
}

export function createSettingsVerbs(deps: SettingsVerbsDeps): SettingsVerbs {
  const { postgres, clock, recordAudit, onChanged } = deps;
  return {
    async get(ctx) {
      requireScope(ctx, "admin.settings");
      const row = await settingsStore.find(postgres, ctx.tenantId);
      return { settings: effective(row?.settings ?? {}), version: row?.version ?? 0 };
    },

    async change(ctx, patch, ifMatch) {
      requireScope(ctx, "admin.settings");
      await checkHolidayCountries(patch.holiday_countries ?? []);
      const row = await postgres.transaction(async (tx) => {
        const before = await settingsStore.lock(tx, ctx.tenantId);
        if (!before) throw notFound("tenant");
        if (ifMatch !== undefined && !ifMatchAccepts(ifMatch, before.version)) {
          throw new AppError("PRECONDITION_FAILED", "The settings changed since they were read");
        }
        const settings = applyPatch(before.settings, patch);
        const changes = difference(effective(before.settings), effective(settings));
        if (Object.keys(changes.after).length === 0) return before;
        const after = { ...before, settings, version: before.version + 1 };
        await settingsStore.replace(tx, after);
        const target = { kind: "settings", id: ctx.tenantId };
        const record = {
          action: "settings.changed",
          target,
          before: { ...changes.before },
          after: { ...changes.after },
        };
        await recordAudit(tx, ctx, record, clock.now());
        return after;
      });
      onChanged(row);
      return { settings: effective(row.settings), version: row.version };
    },
  };
}

async function checkHolidayCountries(codes: readonly string[]): Promise<void> {
  const unknown = new Set(await unknownPlaces(codes));
  if (unknown.size === 0) return;
  const violations = codes.flatMap((code, n) =>
    unknown.has(code) ? [{ field: `holiday_countries.${n}`, reason: `no holidays are known for ${code}` }] : [],
  );
  throw invalid(violations, `holiday_countries: no holidays are known for ${[...unknown].join(", ")}`);
}

/** Whether the If-Match header matches the version; weak tags never match (RFC 9110, section 13.1.1). */
function ifMatchAccepts(ifMatch: string, version: number): boolean {
  return ifMatch.split(",").some((tag) => tag.trim() === "*" || tag.trim() === settingsTag(version));
}

/** The entity tag of a version. */
export function settingsTag(version: number): string {
  return `"${version}"`;
}
