import { createRootRoute, createRoute } from "@tanstack/react-router";
import { PageLoading } from "../components/PageLoading";
import { requireOwnPassword } from "./guard";
import { RootLayout } from "./shell/RootLayout";
import { ShellLayout } from "./shell/ShellLayout";

export const rootRoute = createRootRoute({ component: RootLayout });

/** Parent of every page behind the login. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "shell",
  beforeLoad: requireOwnPassword,
  component: ShellLayout,
  pendingComponent: PageLoading,
  pendingMs: 0,
  pendingMinMs: 0,
});
