// Builds the console at installation (`prepare`). Without the development dependencies there is nothing to build it with,
// as in an image that carries the finished console: then it says so and changes nothing. Plain JavaScript, since an
// installation without them may run on a Node that strips no types.
import { fileURLToPath } from "node:url";

let vite;
try {
  vite = await import("vite");
} catch (error) {
  if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
  console.log("The console is not built: that needs the development dependencies.");
}
await vite?.build({ configFile: fileURLToPath(new URL("vite.config.ts", import.meta.url)), logLevel: "warn" });
