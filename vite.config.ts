import react from '@vitejs/plugin-react'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type CSSOptions, defineConfig } from 'vite'
import { type ManifestOptions, VitePWA } from 'vite-plugin-pwa'
import { desk } from '#tools/build/desk'
import { firstInstall } from '#tools/build/first-install'
import { scopedName } from '#tools/build/class-names'
import { appWithoutUnused } from '#tools/build/lean-build'
import { printer } from '#tools/build/printer'
import { precompressed } from '#tools/build/precompressed'
import { startFiles } from '#tools/build/screen-files'
import { shells } from '#tools/build/shells'
import { evaluateAtBuild } from '#tools/build/evaluated'

const here = import.meta.dirname
/** Elsewhere when a test builds another version beside this one. */
const dist = resolve(here, process.env['OUT_DIR'] ?? 'dist')

const styles: CSSOptions = { modules: { generateScopedName: scopedName } }

// Bundlers are given the router's development build and workbox's ES5 build; the better ones lie beside them.
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
    globPatterns: ['index.html', 'assets/*.{js,css}', 'icon*.{png,svg}'],
    dontCacheBustURLsMatching: /^assets\//,
    manifestTransforms: [firstInstall(dist)],
    buildPlugins: { vite: [evaluateAtBuild()] },
  },
})

export default defineConfig({
  root: resolve(here, 'src'),
  publicDir: resolve(here, 'public'),
  css: styles,
  resolve: { alias },
  plugins: [
    react(),
    appWithoutUnused(),
    shells(resolve(here, 'src'), styles),
    app,
    desk(resolve(here, 'src'), dist, styles, alias),
    precompressed(dist),
    printer(resolve(here, 'src'), dist, styles, alias),
  ],
  server: { proxy: { '/api': 'http://localhost:3000' } },
  build: {
    outDir: dist,
    emptyOutDir: true,
    target: ['chrome100', 'safari16.4', 'firefox108'],
    chunkImportMap: true,
    modulePreload: {
      polyfill: false,
      // What every page starts with is there already.
      resolveDependencies: (_, files) => files.filter((file) => !startFiles.test(file)),
    },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // A class, a path or a number stands where it is used: chunks hand each other fewer names.
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      // A door only names: who takes one thing there does not load the whole room.
      treeshake: {
        moduleSideEffects: [
          { test: /\/src\/features\/(?:[\w-]+\/)+index\.ts$/, sideEffects: false },
          { test: /\/contract\//, sideEffects: false },
        ],
      },
      input: {
        index: resolve(here, 'src/index.html'),
        'app-shell': resolve(here, 'src/app-shell.html'),
        auth: resolve(here, 'src/auth.html'),
      },
      output: {
        // Each stands in every page's import map: 42 bits tell the versions of one file apart.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            // Nothing that the first page runs reads a schema: a file it takes from must not hold one.
            {
              name: 'schemas',
              priority: 1,
              test: /node_modules\/zod\/|\/contract\/(?:shapes|photo)/,
            },
            { name: 'vendor', tags: ['$initial'], test: /node_modules\// },
            { name: 'main', tags: ['$initial'] },
            // Schemas that only forms read come with these, although what the first install asks by stands beside them.
            {
              name: 'controls',
              includeDependenciesRecursively: false,
              test: /\/contract\/(?:(?:accounts|bookings|profile|rewards|wallet)\/model|bookings\/guests)|\/src\/(?:lib\/(?:use-form|local-path)|features\/offline\/waiting|ui\/(?:photo-field|password-field|progress|pictures\/late-photo))/,
            },
            // What several screens of a parcel draw and ask.
            {
              name: 'parcel-cards',
              includeDependenciesRecursively: false,
              test: /\/contract\/parcels\/(?:price|claims|details|model)\.|\/src\/features\/parcels\/(?:parcel-cards|with-parcel|sending-steps|next-step|waybill\.module)/,
            },
            {
              // Reviews as the printed pages show them; what is written stands with the room's own screens.
              name: 'review-cards',
              includeDependenciesRecursively: false,
              test: /\/contract\/reviews\/model|\/src\/features\/reviews\/(?:newest|review-cards|owners-answer|report|scores|star-line|queries|reviews\.module)/,
            },
            {
              name: 'fuel',
              includeDependenciesRecursively: false,
              test: /\/contract\/fuel\/model|\/src\/features\/fuel\/(?!room)/,
            },
            // Calls that several flows make, or that what waits to be sent makes without any screen.
            {
              name: 'calls',
              includeDependenciesRecursively: false,
              test: /\/contract\/(?:(?:communities|sharing)\/(?!model)|reviews|waitlist)/,
            },
            // The same of vehicles for hire, which the terms name as well.
            {
              name: 'charter-calls',
              includeDependenciesRecursively: false,
              test: /\/contract\/charters\//,
            },
            // What lists need that no part of the first install does: further pages, the picture of an empty one, the age of several.
            {
              name: 'lists',
              includeDependenciesRecursively: false,
              test: /@tanstack\/.*\/(?:useInfiniteQuery|infiniteQueryObserver)|\/src\/(?:features\/offline\/use-fresh|ui\/(?:pictures\/empty|lists\/together))/,
            },
            {
              name: 'kit',
              test: /\/src\/(?:app\/(?:error-screen|not-found)|lib\/(?!api\/(?:axios|stream)|use-form|local-path)|ui\/(?!mantine|(?:code|photo|password|rating)-field|progress|snackbars|pictures|lists)|features\/(?:bookings\/(?:queries|hold-seats)|offline\/outbox))|\/contract\/(?!fare|ticket-code|puzzle)[\w-]+\.ts|@tanstack|idb-keyval|js-cookie|node_modules\/qr\/(?!decode)/,
            },
            {
              // What opens without a network from the first install on.
              name: 'tickets',
              test: /\/src\/(?:features\/(?:tickets\/|parcels\/(?:track|recent|queries))|ui\/pictures\/road-map)/,
            },
            // Mantine's shared part: what it is, and how we dress it.
            {
              name: 'mantine',
              test: /node_modules\/(?:@mantine\/(?:core|hooks)|@floating-ui|react-remove-scroll|use-(?:callback-ref|sidecar)|react-(?:style-singleton|number-format)|clsx|tslib)|\/src\/ui\/(?:mantine|(?:code|rating)-field)/,
            },
            // What several flows draw and say of operators, vehicles and roads, and how their lists and places are searched.
            {
              name: 'pictures',
              test: /\/contract\/payments\/providers|\/src\/(?:ui\/(?:pictures\/(?!empty|late-photo|map|road-map)|lists\/)|features\/(?:trips\/words|lookups\/(?:match-places|slips)))/,
            },
            // Paying for anything.
            {
              name: 'payments',
              includeDependenciesRecursively: false,
              test: /\/contract\/payments\/endpoints|\/src\/features\/payments\/(?!pending|due|unsettled-payment|room)/,
            },
            // Adding money comes with the wallet.
            {
              name: 'wallet',
              includeDependenciesRecursively: false,
              test: /\/contract\/payments\/model|\/src\/features\/wallet\/(?!balance-query|queries|pin-field|refunds|funds|room)/,
            },
            { name: 'map', test: /\/src\/ui\/pictures\/map/ },
            {
              name: 'around',
              test: /\/src\/(?:app\/(?:overlays|footer|tab-bar|update)|features\/(?:notifications\/(?!push-)|offline\/keeps-anything|support\/support-button|site\/(?:landing|popular|consent)|lookups\/city-roads))|workbox-window/,
            },
            {
              name: 'reviews',
              includeDependenciesRecursively: false,
              test: /\/src\/features\/reviews\/(?:index|answer-form|[\w-]+\.screens?\.|review-form|score-fields|stars|waiting-reviews|form-model)/,
            },
            {
              name: 'charters',
              includeDependenciesRecursively: false,
              test: /\/src\/features\/charters\/(?!room|paths)/,
            },
            {
              name: 'businesses',
              includeDependenciesRecursively: false,
              test: /\/(?:contract|src\/features)\/businesses\/(?!list-yours|room)/,
            },
            // The printed list of groups, and what the other screens of the room share with it.
            {
              name: 'community.screen',
              test: /\/src\/features\/communities\/(?:community\.screen|communities\.module|words|queries)/,
            },
            {
              // What booking and paying take from the rooms of an account: guests load no more of them.
              name: 'account',
              test: /\/(?:notifications\/push-(?:switch|ask|phone)|profile\/(?:queries|traveller-fields|form-model)|rewards\/(?:queries|turn-points)|wallet\/(?:balance-query|queries|pin-field|refunds|funds))\.tsx?$/,
            },
            {
              // What follows changes, and what is asked of support: for who is logged in, whatever they look at.
              name: 'events',
              test: /\/src\/(?:features\/(?:events\/(?!room)|support\/unread-query)|lib\/api\/stream)|\/contract\/(?:accounts|support)\/endpoints/,
            },
          ],
        },
      },
    },
  },
})
