import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./app/styles.css";
import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { resumeEarly } from "./api/session";
import { queryClient } from "./app/query";
import { loadPageEarly, router } from "./app/router";
import { SessionProvider } from "./app/session-context";
import { cssVariables, theme } from "./app/theme";

if (!location.pathname.startsWith("/console/login")) resumeEarly();
loadPageEarly();
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
// What stops the page from scrolling behind a dialog adds a style element too, and looks for its nonce here.
if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });
const colorSchemes = localStorageColorSchemeManager({ key: "orrery-color-scheme" });

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
      {...(nonce && { getStyleNonce: () => nonce })}
    >
      <Notifications position="bottom-right" limit={3} />
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <RouterProvider router={router} />
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
