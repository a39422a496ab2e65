import { expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { anyOf, cpe, criterion, cvePage, cveRecord } from "../../support/cve-records.ts";
import { fileOf } from "../cpe-dictionary/support.ts";
import { exposureService } from "./support.ts";

const world = await exposureService();
const { send, make, relate, server, matchAll, service } = world;

const CVE = "CVE-2024-4001";
const DEBIAN = { name: "Debian GNU/Linux", version: "12", architecture: "x86_64" };

async function deb(version: string, os: object): Promise<string> {
  const host = await server(os as Record<string, unknown>);
  const id = await make({
    name: "libexample3",
    type: "software_instance",
    attributes: { cpe: { name: cpe("a:maker:example:3.0.11") }, version, platform: "deb", enrichment_status: "done" },
  });
  await relate("Installed On", id, host);
  return id;
}

/** A CSAF VEX document on one package of Debian 12. */
function vex(fixed: string | undefined, members: object = {}) {
  const release = {
    category: "product_version",
    name: "Debian 12",
    product: {
      name: "Debian GNU/Linux 12",
      product_id: "debian-12",
      product_identification_helper: { cpe: "cpe:/o:debian:debian_linux:12" },
    },
  };
  const version = fixed ?? "0";
  const product = {
    name: `example ${version}`,
    product_id: `example-${version}`,
    product_identification_helper: { purl: `pkg:deb/debian/libexample3@${version}?distro=debian-12` },
  };
  const status = fixed === undefined ? { known_affected: [`example-${version}`] } : { fixed: [`example-${version}`] };
  return {
    document: {
      category: "csaf_vex",
      csaf_version: "2.0",
      title: "t",
      publisher: { category: "vendor", name: "n", namespace: "https://example.com" },
      tracking: { id: newId() },
    },
    product_tree: {
      branches: [
        {
          category: "vendor",
          name: "Debian",
          branches: [release, { category: "product_version", name: version, product }],
        },
      ],
    },
    vulnerabilities: [{ cve: CVE, product_status: status, ...members }],
  };
}

const statuses = async () => {
  const { body } = await send("GET", `/v1/vulnerabilities/${CVE}`);
  return Object.fromEntries(
    body.affected_instances.map(({ id, status }: { id: string; status: string }) => [id, status]),
  );
};
const importVendor = (name: string, content: unknown) => service.app.exposure.feeds.importVendor(fileOf(name, content));

it("takes a distribution's word on its own packages and release alone", async () => {
  await world.importCves(
    cvePage([cveRecord(CVE, [anyOf(criterion(cpe("a:maker:example"), { versionEndExcluding: "3.1" }))])]),
  );
  const [old, patched, elsewhere] = [
    await deb("3.0.11-1~deb12u1", DEBIAN),
    await deb("3.0.11-1~deb12u3", DEBIAN),
    await deb("3.0.11-1~deb12u1", { name: "Ubuntu", version: "22.04" }),
  ];
  await matchAll();
  expect(await statuses()).toEqual({ [old]: "possible", [patched]: "possible", [elsewhere]: "possible" });

  expect(await importVendor("vex.json", vex("3.0.11-1~deb12u2"))).toMatchObject({ status: "done", entries: 1 });
  await matchAll();
  expect(await statuses()).toEqual({ [old]: "affected", [patched]: "fixed", [elsewhere]: "possible" });
  const item = (await send("GET", `/v1/vulnerabilities?search=${CVE}`)).body.data[0];
  expect(item).toMatchObject({ status: "affected", instances: 2, by_status: { affected: 1, possible: 1, fixed: 1 } });

  for (const damaged of [JSON.stringify(vex("9")).slice(0, -40), "{}", ""]) {
    expect((await importVendor("vex.json", damaged)).status, damaged).toBe("failed");
  }
  await matchAll();
  expect(await statuses()).toEqual({ [old]: "affected", [patched]: "fixed", [elsewhere]: "possible" });

  // A newer file takes the place of what it said of the same package.
  expect((await importVendor("newer.json", vex(undefined))).status).toBe("done");
  await matchAll();
  expect(await statuses()).toEqual({ [old]: "affected", [patched]: "affected", [elsewhere]: "possible" });

  // A file that no longer speaks of it takes its word back.
  const silent = vex("9", { cve: "CVE-2024-4999" });
  expect(await importVendor("newer.json", silent)).toMatchObject({ status: "done", changed: 1 });
  await matchAll();
  expect(await statuses()).toEqual({ [old]: "possible", [patched]: "possible", [elsewhere]: "possible" });
});
