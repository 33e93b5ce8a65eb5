import react from '@vitejs/plugin-react'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defineConfig } from 'vite'
import { type ManifestOptions, VitePWA } from 'vite-plugin-pwa'
import { desk } from '#tools/build/desk'
import { endpointDataPlugin, pureContractPlugin, shapeDataPlugin } from '#tools/build/endpoints'
import { precompressed } from '#tools/build/precompressed'
import { nameKitChunk } from '#tools/build/files'
import { listInstallEntries } from '#tools/build/install-list'
import { shells } from '#tools/build/shells'

const here = import.meta.dirname
/** A test that builds another version beside this one sets another folder. */
const dist = resolve(here, process.env['OUT_DIR'] ?? 'dist')

// Bundlers would choose the development build of the router and the ES5 build of workbox.
const alias = [
  {
    find: /^react-router$/,
    replacement: resolve(here, 'node_modules/react-router/dist/production/index.mjs'),
  },
  {
    find: /^workbox-window$/,
    replacement: resolve(here, 'node_modules/workbox-window/build/workbox-window.prod.mjs'),
  },
]

const app = VitePWA({
  strategies: 'injectManifest',
  srcDir: '../sw',
  filename: 'sw.ts',
  injectRegister: false,
  manifest: JSON.parse(readFileSync(join(here, 'manifest.webmanifest'), 'utf8')) as ManifestOptions,
  includeManifestIcons: false,
  injectManifest: {
    rollupFormat: 'iife',
    globPatterns: ['index.html', 'assets/*.{js,css}', 'icon*.{png,svg}', 'files.json'],
    dontCacheBustURLsMatching: /^assets\//,
    manifestTransforms: [(entries) => listInstallEntries(dist, entries)],
    buildPlugins: { vite: [endpointDataPlugin()] },
  },
})

export default defineConfig({
  root: resolve(here, 'src'),
  publicDir: resolve(here, 'public'),
  resolve: { alias },
  plugins: [
    shapeDataPlugin(),
    react(),
    endpointDataPlugin(),
    pureContractPlugin(),
    shells(),
    app,
    desk(),
    precompressed(),
  ],
  server: { proxy: { '/api': 'http://localhost:3000' } },
  build: {
    outDir: dist,
    emptyOutDir: true,
    target: ['chrome100', 'safari16.4', 'firefox108'],
    // Only the import map names a changed screen's new file: otherwise each file that imports it would change, too.
    chunkImportMap: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // A module that some screen imports statically is loaded with that screen, even if others import it dynamically.
      onLog(level, log, report) {
        if (log.code === 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(log.message)
        report(level, log)
      },
      input: {
        index: resolve(here, 'src/index.html'),
        'app-shell': resolve(here, 'src/app-shell.html'),
        auth: resolve(here, 'src/auth.html'),
      },
      output: {
        codeSplitting: {
          groups: [
            // Code of packages, and our own code, that the first page needs.
            { name: 'vendor', tags: ['$initial'], test: /node_modules/ },
            { name: 'main', tags: ['$initial'] },
            // The rest of the service worker's install list, in few files, and the parts of other screens.
            {
              name: nameKitChunk,
              debugName: 'kit',
              test: /\/contract\/|src\/(?:lib|ui)\/(?!api\/|codes\/|mantine\/|seats\/|sheets\/)/,
            },
            { name: 'around', test: /src\/(?:app|features\/site\/home)\// },
            // QR codes belong to the tickets: other screens do not run their code.
            { name: 'tickets', test: /src\/features\/tickets\/|src\/ui\/codes\// },
            { name: 'tracking', test: /src\/features\/parcels\/tracking\// },
            { name: 'mantine', test: /node_modules\/@mantine\/|src\/ui\/mantine\// },
            // Code that several screens share. Code that only one screen uses is in its own chunk.
            { name: 'shared', minShareCount: 12 },
          ],
        },
      },
    },
  },
})
