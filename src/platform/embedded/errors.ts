/** The embedded stores cannot be started or reached. The message is one line that tells the operator what to do. */
export class EmbeddedError extends Error {
  override readonly name = "EmbeddedError";
}

/** What an operator can do if the embedded Neo4j cannot run. */
export const NEO4J_CHOICES = "install Java 17 and Maven, point NEO4J_URI at a Neo4j server, or run `docker compose up`";

/** What an operator can do if the embedded Postgres cannot run. */
export const POSTGRES_CHOICES = "point DATABASE_URL at a Postgres server, or run `docker compose up`";
