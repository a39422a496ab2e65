/** The short options of a program that take a credential. */
export interface CredentialFlags {
  /** The value is the secret: `-psecret`, `-p secret`. */
  secret?: readonly string[];
  /** The value is `user:secret` or `user%secret`. */
  pair?: readonly string[];
  /** The value is never the next argument (`mysql -p` prompts for it). */
  attachedOnly?: true;
}

const MYSQL: CredentialFlags = { secret: ["-p"], attachedOnly: true };
const MONGO: CredentialFlags = { secret: ["-p"] };
const LDAP: CredentialFlags = { secret: ["-w"] };
const CAPITAL_P: CredentialFlags = { secret: ["-P"] };
const SAMBA: CredentialFlags = { pair: ["-U", "--user"] };
const SNMP: CredentialFlags = { secret: ["-c", "-A", "-X"] };

/** Options by program name, lower case without folder and `.exe`, from the programs' manuals. */
export const CREDENTIAL_FLAGS: Readonly<Record<string, CredentialFlags>> = Object.assign(Object.create(null), {
  mysql: MYSQL,
  mysqldump: MYSQL,
  mysqladmin: MYSQL,
  mysqlimport: MYSQL,
  mysqlshow: MYSQL,
  mysqlcheck: MYSQL,
  mariadb: MYSQL,
  "mariadb-dump": MYSQL,
  "mariadb-admin": MYSQL,
  xtrabackup: MYSQL,
  sshpass: { secret: ["-p"] },
  mongo: MONGO,
  mongosh: MONGO,
  mongodump: MONGO,
  mongorestore: MONGO,
  psexec: MONGO,
  rdesktop: MONGO,
  "redis-cli": { secret: ["-a"] },
  ldapsearch: LDAP,
  ldapadd: LDAP,
  ldapmodify: LDAP,
  ldapdelete: LDAP,
  ldapwhoami: LDAP,
  sqlcmd: CAPITAL_P,
  bcp: CAPITAL_P,
  osql: CAPITAL_P,
  ipmitool: CAPITAL_P,
  mosquitto_pub: CAPITAL_P,
  mosquitto_sub: CAPITAL_P,
  zip: CAPITAL_P,
  unzip: CAPITAL_P,
  "7z": { secret: ["-p"], attachedOnly: true },
  "7za": { secret: ["-p"], attachedOnly: true },
  xfreerdp: { secret: ["/p:"] },
  curl: { pair: ["-u", "-U", "--user", "--proxy-user"] },
  smbclient: SAMBA,
  rpcclient: SAMBA,
  snmpget: SNMP,
  snmpwalk: SNMP,
  snmpbulkwalk: SNMP,
});
