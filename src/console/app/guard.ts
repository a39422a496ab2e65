import { type ParsedLocation, redirect } from "@tanstack/react-router";
import { currentSession, resume, type Session, whyEnded } from "../api/session";

/** The session, resumed from an earlier login where that still holds; else goes to the login and back. */
export async function requireSession({ location }: { location: ParsedLocation }): Promise<Session> {
  // After an end that is known, asking again would only be refused again.
  const session = currentSession() ?? (whyEnded() === "none" ? await resume() : undefined);
  if (!session) throw redirect({ to: "/login", search: { next: location.href }, replace: true });
  return session;
}

/** The same, for pages that a generated password does not open. */
export async function requireOwnPassword({ location }: { location: ParsedLocation }): Promise<void> {
  const { mustChangePassword } = await requireSession({ location });
  if (mustChangePassword) throw redirect({ to: "/password", search: { next: location.href }, replace: true });
}
