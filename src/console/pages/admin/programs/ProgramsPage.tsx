import { Tabs } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { PageHeader } from "../../../components/PageHeader";
import { ApiKeys } from "./ApiKeys";
import { OAuthClients } from "./OAuthClients";
import { OAuthGrants } from "./OAuthGrants";
import { ServiceAccounts } from "./ServiceAccounts";

const route = getRouteApi("/shell/admin/programs");

const TABS = {
  keys: { label: "API keys", hint: "For programs that act for you", list: ApiKeys },
  accounts: { label: "Service accounts", hint: "For programs with a key pair of their own", list: ServiceAccounts },
  clients: { label: "OAuth clients", hint: "Applications that act for users who allow it", list: OAuthClients },
  grants: { label: "Allowed applications", hint: "What you allowed applications to do for you", list: OAuthGrants },
} as const;

type Tab = keyof typeof TABS;

/** Credentials of programs. The service shows everybody their own, whatever their scopes. */
export function ProgramsPage() {
  const { tab = "keys" } = route.useSearch();
  const navigate = route.useNavigate();
  const { list: List, hint } = TABS[tab];
  return (
    <>
      <PageHeader title="Programs" hint={`${hint}. You see your own; each ends with your account.`} />
      <Tabs value={tab} onChange={(next) => void navigate({ search: { tab: next as Tab } })} keepMounted={false}>
        <Tabs.List mb="md">
          {Object.entries(TABS).map(([name, { label }]) => (
            <Tabs.Tab key={name} value={name}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {Object.keys(TABS).map((name) => (
          <Tabs.Panel key={name} value={name}>
            {name === tab && <List />}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}
