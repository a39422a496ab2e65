import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MASK, maskCommandLine, maskSecrets } from "../../../src/features/collector/masking.ts";
import { isSecretName } from "../../../src/model/secret-names.ts";

const SECRET = "Tr0ub4dor-3";

describe("maskCommandLine and maskSecrets", () => {
  it.each<[string[], string]>([
    [["app", "--password=Tr0ub4dor-3", "-v"], "app --password=*** -v"],
    [["app", "--password", SECRET, "--verbose"], "app --password *** --verbose"],
    [["app", "--db-password=two words"], "app --db-password=***"],
    [["app", "--api-key", SECRET], "app --api-key ***"],
    [["app", "-pSECRET"], "app -p***"],
    [["app.exe", `/password:${SECRET}`], "app.exe /password:***"],
    [["env", `PGPASSWORD=${SECRET}`, "psql", "shop"], "env PGPASSWORD=*** psql shop"],
    [["docker", "run", "-e", `DB_TOKEN=${SECRET}`, "shop"], "docker run -e DB_TOKEN=*** shop"],
    [["docker", "run", `--env=DB_TOKEN=${SECRET}`, "shop"], "docker run --env=DB_TOKEN=*** shop"],
    [
      ["java", `-Dspring.datasource.password=${SECRET}`, "-jar", "a.jar"],
      "java -Dspring.datasource.password=*** -jar a.jar",
    ],
    [["mysql", "-u", "shop", `-p${SECRET}`, "shop"], "mysql -u shop -p*** shop"],
    [["mysql", "-u", "shop", "-p", "shop"], "mysql -u shop -p shop"],
    [["sudo", "/usr/bin/mysqldump", "-phunter2"], "sudo /usr/bin/mysqldump -p***"],
    [["sshpass", "-p", SECRET, "ssh", "host.example.com"], "sshpass -p *** ssh host.example.com"],
    [["redis-cli", "-h", "192.0.2.5", "-a", SECRET, "ping"], "redis-cli -h 192.0.2.5 -a *** ping"],
    [["curl", "-u", `bob:${SECRET}`, "https://example.com/"], "curl -u bob:*** https://example.com/"],
    [["curl", `-ubob:${SECRET}`], "curl -ubob:***"],
    [["curl", "-H", `Authorization: Bearer ${SECRET}`], "curl -H Authorization: ***"],
    [["worker", `amqp://bob:${SECRET}@mq.example.com:5672/v`], "worker amqp://bob:***@mq.example.com:5672/v"],
    [["worker", "postgres://bob:p@ss/w0rd@db.example.com/x"], "worker postgres://bob:***@db.example.com/x"],
    [["get", `https://example.com/a?token=${SECRET}&page=2`], "get https://example.com/a?token=***&page=2"],
    [["app", `Server=db;User Id=sa;Password=${SECRET};Database=x`], "app Server=db;User Id=sa;Password=***;Database=x"],
    [["app", `{"apiKey": "a b, c", "port": 1}`], `app {"apiKey": "***", "port": 1}`],
    [["sh", "-c", `cd /x && mysql -p${SECRET} < a.sql`], "sh -c cd /x && mysql -p*** < a.sql"],
    [["git", "clone", "https://0123456789abcdef0123456789abcdef@example.com/r"], "git clone https://***@example.com/r"],
    [["smbclient", "-U", `bob%${SECRET}`, "//192.0.2.5/x"], "smbclient -U bob%*** //192.0.2.5/x"],
  ])("masks the secret of %j", (argv, expected) => {
    expect(maskCommandLine(argv)).toBe(expected);
  });

  it.each([
    ["ssh", "-p22", "-p", "2222", "host.example.com"],
    ["docker", "run", "-p8080:80", "-p127.0.0.1:443:443", "shop"],
    ["nginx:", "master", "process", "/usr/sbin/nginx", "-g", "daemon on;"],
    ["java", "-port", "8080", "-profile", "prod", "-Xmx2g"],
    ["find", "/srv", "-path", "*/tmp", "-print", "-perm", "644"],
    ["vault", "--password-file", "/etc/vault/pass", "--token-ttl=5m"],
    ["serve", "--max-tokens=4096", "--tokenizer", "base", "--primary-key", "id"],
    ["get", "https://example.com:8443/a?page=2", "http://127.0.0.1:8080/a@b"],
    ["app", "--no-password", "-v"],
    ["-bash"],
  ])("leaves %s %s unchanged", (...argv) => {
    expect(maskCommandLine(argv)).toBe(argv.join(" "));
  });

  it("reads quotes in a command line that is one text", () => {
    const line = String.raw`"C:\Program Files\App\app.exe" --password="two words" /token:abc --name "a b"`;
    expect(maskSecrets(line)).toBe(String.raw`"C:\Program Files\App\app.exe" --password=*** /token:*** --name "a b"`);
    expect(maskSecrets(`cmd /c "mysql.exe -p${SECRET}" more`)).toBe('cmd /c "mysql.exe -p***" more');
    expect(maskSecrets(`don't --secret ${SECRET} x`)).toBe("don't --secret *** x");
  });

  it.each([
    `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${"a".repeat(43)}`,
    `ghp_${"a1".repeat(18)}`,
    `AKIA${"A1".repeat(8)}`,
    `xoxb-${"1".repeat(12)}-abc`,
    `orr_live_${"a1".repeat(21)}`,
  ])("recognises the token %s by its format", (token) => {
    expect(maskCommandLine(["app", token, `x=${token}`])).toBe(`app ${MASK} x=${MASK}`);
  });

  it("always masks the value of a secret option", () => {
    const signs = fc.constantFrom(..."abcXYZ019 \t\n\"'`\\$&;,=:/@#?%{}[]<>|é\u0000\ud800".split(""));
    const value = fc.array(signs, { maxLength: 40 }).map((list) => `q7Zk${list.join("")}q7Zk`);
    const option = fc.constantFrom("--password=", "--client-secret=", "DB_PASSWD=", "-Dx.token=", "/pwd:");
    fc.assert(
      fc.property(option, value, (name, secret) => {
        expect(maskCommandLine(["app", `${name}${secret}`, "end"])).toBe(`app ${name}${MASK} end`);
        expect(maskCommandLine(["app", "--password", secret, "end"])).toBe(`app --password ${MASK} end`);
      }),
    );
  });

  it("leaves a masked command line unchanged", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 60 }), { maxLength: 6 }), (argv) => {
        const once = maskSecrets(argv.join(" "));
        expect(maskSecrets(once)).toBe(once);
      }),
    );
  });

  it.each(["a", "://a:b", "a=", "\"'", "eyJ", "a.", "password=", "password='", 'token=\\"', "-p ", "basic "])(
    "does not hang on many times %j",
    (piece) => {
      const text = piece.repeat(8192 / piece.length);
      expect(maskCommandLine([text]).length).toBeLessThanOrEqual(8192);
      expect(maskSecrets(`x ${text} y`)).toContain("x ");
    },
  );
});

describe("isSecretName", () => {
  it.each([
    "password",
    "DB_PASSWORD",
    "dbPassword",
    "PGPASSWORD",
    "api-key",
    "X-Auth-Token",
    "AWS_SECRET_ACCESS_KEY",
    "storepass",
  ])("accepts %s", (name) => expect(isSecretName(name)).toBe(true));
  it.each([
    "passwordFile",
    "max-tokens",
    "tokenizer",
    "key",
    "keyspace",
    "bypass",
    "pass-through",
    "author",
    "path",
    "",
  ])("rejects %j", (name) => expect(isSecretName(name)).toBe(false));
});
