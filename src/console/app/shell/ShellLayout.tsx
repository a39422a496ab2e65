import { AppShell, Center, Loader } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Navigate, Outlet, useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { resume } from "../../api/session";
import { PageError } from "../../components/PageError";
import { useLiveUpdates } from "../../live/live-updates";
import { useMaybeSession } from "../session-context";
import { Header } from "./Header";
import { Navigation } from "./Navigation";

/** Header, navigation and the page, for people who are logged in; sends the others to the login and back. */
export function ShellLayout() {
  const session = useMaybeSession();
  const resumed = useResumed(session !== undefined);
  if (resumed.error) return <PageError error={resumed.error} reset={resumed.again} />;
  if (!session && !resumed.isDone) {
    return (
      <Center h="100%">
        <Loader aria-label="Loading" />
      </Center>
    );
  }
  if (!session) return <Leave to="/login" />;
  if (session.mustChangePassword) return <Leave to="/password" />;
  return <Shell />;
}

/**
 * Goes to a page outside the shell, and back to this one afterwards. The address is the one at the first drawing: the
 * shell is drawn once more with the new address while the page outside is still being loaded.
 */
function Leave({ to }: { to: "/login" | "/password" }) {
  const { href } = useLocation();
  const [next] = useState(href);
  return <Navigate to={to} search={{ next }} replace />;
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

/** Tries once whether an earlier login still holds. */
function useResumed(isLoggedIn: boolean) {
  const [isDone, setDone] = useState(isLoggedIn);
  const [error, setError] = useState<Error>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    if (isDone) return;
    let isCurrent = true;
    resume().then(
      () => isCurrent && setDone(true),
      (failure: Error) => isCurrent && setError(failure),
    );
    return () => {
      isCurrent = false;
    };
  }, [isDone, attempt]);
  const again = () => {
    setError(undefined);
    setAttempt((count) => count + 1);
  };
  return { isDone, error, again };
}
