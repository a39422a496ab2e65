import { createRootRoute, createRoute } from "@tanstack/react-router";
import { RootLayout } from "./shell/RootLayout";
import { ShellLayout } from "./shell/ShellLayout";

export const rootRoute = createRootRoute({ component: RootLayout });

/** Parent of every page behind the login. */
export const shellRoute = createRoute({ getParentRoute: () => rootRoute, id: "shell", component: ShellLayout });
