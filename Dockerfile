# The image is the package `finderfee` with the dependencies of the lockfile. docs/deployment.md says how to build and run it.
# RUN lines use relative paths, because `npm run test:deploy` also runs them without a container.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY client/package.json client/
COPY console/package.json console/
COPY contract/package.json contract/
COPY server/package.json server/
# The scripts would install a second Node.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# Recorded in the package for `finderfee --version`.
ARG COMMIT=
RUN npm pack --workspace server && tar -xzf finderfee-*.tgz && mkdir data

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY client/package.json client/
COPY console/package.json console/
COPY contract/package.json contract/
COPY server/package.json server/
# The package takes the place of the link to its workspace.
RUN npm ci --omit=dev --workspace server --ignore-scripts --no-audit --no-fund \
    && rm -r node_modules/finderfee node_modules/@finderfee
COPY --from=build /src/package node_modules/finderfee

FROM ${NODE_IMAGE}
ARG VERSION=0.1.0
ARG COMMIT=
LABEL org.opencontainers.image.title="finderfee" \
      org.opencontainers.image.description="Self-hosted affiliate product discovery, offers, clicks and signups" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${COMMIT}"
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
# A new volume takes over the owner of this folder.
COPY --from=build --chown=10001:10001 /src/data /data
# Only /data and /tmp are written, so the root file system can be read-only.
# glibc returns freed buffers of 1 MB or more to the system: see server/bin/finderfee.
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    DATA_DIR=/data \
    NODE_COMPILE_CACHE=/tmp/node-compile-cache \
    MALLOC_MMAP_THRESHOLD_=1048576 \
    PATH=/app/node_modules/finderfee/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
USER 10001:10001
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/node_modules/finderfee/bin/finderfee.mjs"]
CMD ["serve"]
