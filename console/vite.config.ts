// Builds the console into server/console, from where the service serves it. `scripts/build-console.mjs` runs it.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: import.meta.dirname,
  // Relative, because a proxy may add a path.
  base: './',
  publicDir: false,
  resolve: {
    alias: {
      '@finderfee/client/operator': pathOf('../client/src/operator.ts'),
      '@finderfee/client': pathOf('../client/src/finderfee.ts'),
    },
  },
  build: {
    target: 'es2022',
    // Browsers that know light-dark().
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    emptyOutDir: true,
    // For scripts/check-console.ts.
    manifest: true,
    // The policy of the page allows no data: URLs in styles, and no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
