import { Checkbox, SimpleGrid } from "@mantine/core";
import { SCOPES, type Scope } from "../../model/scopes";

const MEANINGS: Record<Scope, string> = {
  "cmdb.read": "See CIs, relationships, changes",
  "cmdb.write": "Change CIs and relationships",
  "cmdb.delete": "Delete CIs and relationships",
  "discovery.read": "See scans and hosts",
  "discovery.execute": "Start scans",
  "discovery.configure": "Manage discovery tokens",
  "discovery.submit": "Submit scans",
  "events.read": "See events and incidents",
  "events.write": "Send and work on events",
  "services.read": "See services",
  "services.write": "Change services",
  "webhooks.manage": "Manage webhooks",
  "software.read": "See software mappings",
  "software.write": "Decide software mappings",
  "reports.read": "See reports, ask questions",
  "reports.create": "Make reports",
  "reports.export": "Download reports",
  "ai.use": "Use AI and agents",
  "admin.users": "Manage users",
  "admin.settings": "Manage settings, integrations, jobs",
  "admin.audit": "See the audit log",
};

export interface ScopePickerProps {
  label: string;
  value: readonly Scope[];
  onChange: (scopes: Scope[]) => void;
  /** Scopes that may be given: nobody gives more than they have. */
  offered: readonly string[];
  error?: string | undefined;
  disabled?: boolean;
}

/** Scopes to tick, each with what it allows. Only what the user may give can be ticked. */
export function ScopePicker({ label, value, onChange, offered, error, disabled }: ScopePickerProps) {
  return (
    <Checkbox.Group label={label} value={[...value]} onChange={(next) => onChange(next as Scope[])} error={error}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={6} mt={6}>
        {SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            size="xs"
            label={scope}
            description={MEANINGS[scope]}
            disabled={disabled || (!offered.includes(scope) && !value.includes(scope))}
          />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}
