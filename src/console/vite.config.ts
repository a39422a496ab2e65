import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressAssets } from "./compress-assets.ts";

/** Address of a running service, for `npm run console:dev`. */
const service = process.env.ORRERY_SERVICE ?? "http://127.0.0.1:8080";
const forwarded = { target: service, changeOrigin: true, headers: { origin: service } };

export default defineConfig({
  root: import.meta.dirname,
  base: "/console/",
  plugins: [react(), compressAssets()],
  build: {
    outDir: path.join(import.meta.dirname, "../../build/console"),
    emptyOutDir: true,
    target: "es2023",
    // Fonts and icons stay files: the content security policy has no inline fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
    reportCompressedSize: false,
  },
  server: {
    proxy: { "^/(v1|api)/": forwarded, "/console/session": forwarded },
  },
});
