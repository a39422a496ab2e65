import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressAssets } from "./compress-assets.ts";

/** Address of a running service, for `npm run console:dev`. */
const service = process.env.ORRERY_SERVICE ?? "http://127.0.0.1:8080";
const forwarded = { target: service, changeOrigin: true, headers: { origin: service } };

/** Parts of pages that are smaller than this, before compression, join others that nearly the same pages need. */
const SMALL_BYTES = 1_000;

const shortOf = (name: string) => (name.startsWith("shared~") ? "shared" : path.parse(name).name);

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
    rolldownOptions: {
      output: {
        // Parts that were joined may need each other: each module then runs when it is first needed, and not by its file.
        strictExecutionOrder: true,
        // The bundler names parts after every page that needs them, with letters that the service serves no files by.
        chunkFileNames: ({ name }) => `assets/${shortOf(name)}-[hash].js`,
        assetFileNames: ({ names }) => `assets/${shortOf(names[0] ?? "asset")}-[hash][extname]`,
        codeSplitting: {
          groups: [
            // What every page needs is one file: dozens of small ones cost a request each and compress worse.
            { name: "first", tags: ["$initial"] },
            // Many pages have a table, and the first one has none: nothing that it needs may join this.
            {
              name: "table",
              test: /@tanstack.(react-)?(table|virtual)|components.DataTable/,
              includeDependenciesRecursively: false,
            },
            { name: "shared", minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: SMALL_BYTES },
          ],
        },
      },
    },
    reportCompressedSize: false,
  },
  server: {
    proxy: { "^/(v1|api)/": forwarded, "/console/session": forwarded },
  },
});
