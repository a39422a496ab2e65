import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import { currentSession, type Session, subscribeSession } from "../api/session";

const SessionContext = createContext<Session | undefined>(undefined);

/** Gives the session to all below, and follows its end. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const session = useSyncExternalStore(subscribeSession, currentSession);
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The session, where somebody is logged in. */
export function useMaybeSession(): Session | undefined {
  return useContext(SessionContext);
}

/** The session; only for components behind the login. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("nobody is logged in");
  return session;
}

/** Whether the user may do what needs the scope. The service decides; the console only offers no more than that. */
export function useMay(): (scope: string) => boolean {
  const { user } = useSession();
  return (scope) => user.scopes.includes(scope);
}
