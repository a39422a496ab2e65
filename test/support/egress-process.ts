import { createEgress } from "../../src/platform/outside/egress.ts";
import { createGuardedPost } from "../../src/platform/outside/egress-post.ts";
import { createFetchText } from "../../src/platform/outside/fetch-text.ts";

/** A process of its own, since Node.js reads the settings of proxies when it starts. Its argument: a port of 127.0.0.1. */
const [port = ""] = process.argv.slice(2);
const url = (host: string) => new URL(`http://${host}:${port}/`);
const secure = (host: string) => new URL(`https://${host}:${port}/`);
const fetched = (fetchText: (at: URL) => Promise<string>, at: URL) =>
  fetchText(at).then(
    () => "fetched",
    (error: Error) => error.message,
  );

const open = createEgress(["127.0.0.1"]);
const shut = createEgress([], async () => [{ address: "127.0.0.1", family: 4 }]);
const [openPost, shutPost] = [open, shut].map((egress) => createGuardedPost({ egress, timeoutMs: 3_000 }));
const outcomes = {
  allowed: await openPost!.post(url("127.0.0.1"), {}, "{}"),
  literal: await shutPost!.post(url("127.0.0.1"), {}, "{}"),
  named: await shutPost!.post(url("receiver.example.com"), {}, "{}"),
  secure: await shutPost!.post(secure("receiver.example.com"), {}, "{}"),
  fetched: await fetched(createFetchText(shut), url("receiver.example.com")),
};
console.log(JSON.stringify(outcomes));
process.exit();
