import { AppShell } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Outlet, useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { PageLoading } from "../../components/PageLoading";
import { useLiveUpdates } from "../../live/live-updates";
import { useMaybeSession } from "../session-context";
import { Header } from "./Header";
import { Navigation } from "./Navigation";

/** Header, navigation and the page, for people who are logged in; the route's guard sends the others to the login. */
export function ShellLayout() {
  return useMaybeSession() ? <Shell /> : <PageLoading />;
}

function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  useLiveUpdates();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page changed, so the narrow screen's menu has done its work
  useEffect(close, [pathname, close]);
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 232, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
      padding={{ base: "sm", sm: "lg" }}
    >
      <a className="skip-link" href="#page">
        Skip to the page
      </a>
      <AppShell.Header>
        <Header isMenuOpen={isOpen} toggleMenu={toggle} />
      </AppShell.Header>
      <AppShell.Navbar p="xs">
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1}>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}
