import { product } from '#contract/product'
import { appWithoutUnused, scopedName, workerWithoutLinks } from '#server/lean-build'
import react from '@vitejs/plugin-react'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { createServer, defineConfig, type CSSOptions, type Plugin } from 'vite'
import { type ManifestOptions, VitePWA } from 'vite-plugin-pwa'

const here = import.meta.dirname
/** Elsewhere when a test builds another version beside this one. */
const dist = resolve(here, process.env['OUT_DIR'] ?? 'dist')

const styles: CSSOptions = { modules: { generateScopedName: scopedName } }

interface Prerender {
  renderHome: () => Promise<string>
  renderShell: (address?: string) => string
  /** The addresses that have a screen, as the router writes them: `/ticket/:reference`. */
  addresses: readonly string[]
}

/** Renders the shells, inlines their style sheet and locks each page with its own policy. */
function shells(): Plugin {
  const render = async () => {
    const server = await createServer({
      configFile: false,
      root: resolve(here, 'src'),
      plugins: [react()],
      css: styles,
      logLevel: 'error',
      appType: 'custom',
      optimizeDeps: { noDiscovery: true },
      server: { middlewareMode: true, ws: false, watch: null },
    })
    // An open channel between tabs would keep the build from ending.
    Reflect.deleteProperty(globalThis, 'BroadcastChannel')
    const { renderHome, renderShell, addresses } = (await server.ssrLoadModule(
      '/app/prerender.tsx',
    )) as Prerender
    const home = await renderHome()
    const pages = { home, any: renderShell(), auth: renderShell('/login'), addresses }
    await server.close()
    return pages
  }
  let rendered: ReturnType<typeof render> | undefined
  return {
    name: 'waka:shells',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { filename }) {
        const { home, any, auth } = await (rendered ??= render())
        const own = { 'index.html': home, 'auth.html': auth }[basename(filename)]
        return html
          .replaceAll('%NAME%', product.name)
          .replace('<!--prerendered-->', () => own ?? any)
          .replace('<!--neutral-->', () => any)
      },
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const { addresses } = await (rendered ??= render())
        // The server answers 404 to every other address, with the same page.
        this.emitFile({
          type: 'asset',
          fileName: 'addresses.json',
          source: JSON.stringify(addresses),
        })
        const css = Object.values(bundle).filter((file) => file.fileName.endsWith('.css'))
        for (const page of Object.values(bundle)) {
          if (page.type !== 'asset' || !page.fileName.endsWith('.html')) continue
          const html = withoutLostChunks(String(page.source), (file) => file in bundle)
          page.source = finished(html, page.fileName, (href) => {
            const sheet = css.find((file) => href.endsWith(file.fileName))
            return sheet?.type === 'asset' ? String(sheet.source) : ''
          })
        }
      },
    },
  }
}

const importMap = /(?<=<script type="importmap">)[\s\S]*?(?=<\/script>)/

/** An entry that only imports melts into its page, yet stays in the import map: phones would ask for it. */
function withoutLostChunks(html: string, isThere: (file: string) => boolean): string {
  return html.replace(importMap, (map) => {
    const { imports } = JSON.parse(map) as { imports: Record<string, string> }
    const kept = Object.entries(imports).filter(([, path]) => isThere(path.slice(1)))
    return JSON.stringify({ imports: Object.fromEntries(kept) })
  })
}

/** The core's style sheet is 4 kB on the wire: it stands in the page and is not fetched. */
function finished(html: string, name: string, sheetAt: (href: string) => string): string {
  const page = html.replaceAll(
    /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g,
    (_, href: string) => `<style>${sheetAt(href)}</style>`,
  )
  return page.replace(
    '<meta charset="utf-8" />',
    (meta) => `${meta}\n    ${policyFor(page, name === 'auth.html')}`,
  )
}

const gsi = 'https://accounts.google.com/gsi'

/**
 * Strict policy in the page itself: headers would be frozen in the service worker's copy. Only login and
 * signup let Google's script in, where a default policy of Trusted Types names what may be loaded.
 */
function policyFor(html: string, google: boolean): string {
  const hashes = (tag: RegExp) =>
    [...html.matchAll(tag)]
      .map(
        ([, text]) =>
          `'sha256-${createHash('sha256')
            .update(text ?? '')
            .digest('base64')}'`,
      )
      .join(' ')
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${hashes(/<script type="importmap">([\s\S]*?)<\/script>/g)}${google ? ` ${gsi}/client` : ''}`,
    `style-src 'self' ${hashes(/<style>([\s\S]*?)<\/style>/g)}${google ? ` ${gsi}/style` : ''}`,
    "img-src 'self' data: blob:",
    `connect-src 'self'${google ? ` ${gsi}/` : ''}`,
    ...(google ? [`frame-src ${gsi}/`] : []),
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    `trusted-types sw${google ? ' default' : ''}`,
  ]
  return `<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}" />`
}

/** Files of the first install, at most 14: enough to start, to search and to show a ticket. Icons come later. */
const tierZero =
  /^(?:index\.html|assets\/(?:main|react|vendor|schemas|kit|rolldown-runtime|tickets|api-axios)-[\w-]+\.(?:js|css))$/

const icons = /^icon[\w-]*\.(?:png|svg)$/
const firstInstall = <E extends { url: string; revision: string | null }>(entries: E[]) => ({
  manifest: entries
    .filter(({ url }) => (tierZero.test(url) && !/main-[\w-]+\.css$/.test(url)) || icons.test(url))
    .map((entry) => ({
      ...entry,
      revision: entry.revision && entry.revision.slice(0, 5),
      ...(icons.test(entry.url)
        ? { later: 1 }
        : { integrity: `sha256-${digest('sha256', readFileSync(join(dist, entry.url)))}` }),
    })),
})

const digest = (kind: string, bytes: Buffer) => createHash(kind).update(bytes).digest('base64')

/** Brotli beside every text file, made once at its best instead of at each request. */
function precompressed(): Plugin {
  return {
    name: 'waka:precompressed',
    apply: 'build',
    enforce: 'post',
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        // A build that failed tells why itself.
        if (!existsSync(join(dist, 'index.html'))) return
        for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' }))
          if (/\.(?:js|css|html|svg|txt|webmanifest)$/.test(name)) compress(name)
        // An update patches the page that a phone has with this map, instead of fetching it whole.
        const [map = '{}'] = importMap.exec(readFileSync(join(dist, 'index.html'), 'utf8')) ?? []
        const { imports } = JSON.parse(map) as { imports: Record<string, string> }
        const sizes = Object.values(imports).map((path) => statSync(join(dist, `${path}.br`)).size)
        const needs = Object.entries(imports).map(([name, path]) => neededBy(name, path, imports))
        writeFileSync(join(dist, 'importmap.json'), JSON.stringify({ imports, sizes, needs }))
        compress('importmap.json')
      },
    },
  }
}

/** The files that one cannot do without, by their place in the map: its imports and its style sheet. */
function neededBy(name: string, path: string, imports: Record<string, string>): number[] {
  if (!path.endsWith('.js')) return []
  const names = Object.keys(imports)
  const code = readFileSync(join(dist, path), 'utf8')
  const imported = [...code.matchAll(/(?:from|import)\s*["`]\.\/([\w.-]+)["`]/g)]
  return [...imported.map(([, file]) => `/assets/${file}`), name.replace(/js$/, 'css')]
    .map((one) => names.indexOf(one))
    .filter((at) => at >= 0)
}

function compress(name: string): void {
  const bytes = readFileSync(join(dist, name))
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  writeFileSync(join(dist, `${name}.br`), brotliCompressSync(bytes, { params }))
}

const app = VitePWA({
  strategies: 'injectManifest',
  srcDir: '../sw',
  filename: 'sw.ts',
  injectRegister: false,
  manifest: JSON.parse(readFileSync(join(here, 'manifest.webmanifest'), 'utf8')) as ManifestOptions,
  includeManifestIcons: false,
  injectManifest: {
    rollupFormat: 'iife',
    buildPlugins: { vite: [workerWithoutLinks()] },
    globPatterns: ['index.html', 'assets/*.{js,css}', 'icon*.{png,svg}'],
    dontCacheBustURLsMatching: /^assets\//,
    manifestTransforms: [firstInstall],
  },
})

export default defineConfig({
  root: resolve(here, 'src'),
  publicDir: resolve(here, 'public'),
  css: styles,
  // Bundlers are given the router's development build; the production one lies beside it.
  resolve: {
    alias: [
      {
        find: /^react-router$/,
        replacement: resolve(here, 'node_modules/react-router/dist/production/index.mjs'),
      },
    ],
  },
  plugins: [react(), appWithoutUnused(), shells(), app, precompressed()],
  server: { proxy: { '/api': 'http://localhost:3000' } },
  build: {
    outDir: dist,
    emptyOutDir: true,
    target: ['chrome100', 'safari16.4', 'firefox108'],
    chunkImportMap: true,
    modulePreload: {
      polyfill: false,
      // What every page starts with is there already.
      resolveDependencies: (_, files) =>
        files.filter((file) => !/\/(?:main|react|vendor|rolldown-runtime)-[\w-]+\.\w+$/.test(file)),
    },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // A door only names: who takes one thing there does not load the whole room.
      treeshake: {
        moduleSideEffects: [{ test: /\/src\/features\/[\w-]+\/index\.ts$/, sideEffects: false }],
      },
      input: {
        index: resolve(here, 'src/index.html'),
        'app-shell': resolve(here, 'src/app-shell.html'),
        auth: resolve(here, 'src/auth.html'),
      },
      output: {
        // Each stands in every page's import map: 36 bits tell the versions of one file apart.
        entryFileNames: 'assets/[name]-[hash:6].js',
        chunkFileNames: 'assets/[name]-[hash:6].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          groups: [
            { name: 'schemas', priority: 1, test: /node_modules\/zod\/|\/contract\/shapes/ },
            {
              name: 'react',
              tags: ['$initial'],
              test: /node_modules\/(?:react|react-dom|scheduler)\//,
            },
            { name: 'vendor', tags: ['$initial'], test: /node_modules\// },
            { name: 'main', tags: ['$initial'] },
            {
              name: 'kit',
              test: /\/src\/(?:(?:ui|lib)\/(?!api-axios)|features\/(?:bookings\/queries|phone\/(?:outbox|use-fresh|waiting)))|\/contract\/|@tanstack|idb-keyval|node_modules\/qr\/(?!decode)/,
            },
            {
              // What opens without a network from the first install on.
              name: 'tickets',
              test: /\/src\/features\/(?:tickets\/|parcels\/(?:track|recent|queries))/,
            },
            { name: 'reading', test: /\/src\/features\/site\/(?:reading|blog|coming)/ },
            {
              name: 'around',
              test: /\/src\/(?:app\/(?:dock|footer|update)|features\/(?:notices|support\/support-button|site\/(?:landing|consent)))|workbox-window/,
            },
            {
              // What booking and paying take from the rooms of an account: guests load no more of them.
              name: 'account',
              test: /\/(?:profile\/(?:queries|traveller-fields|written)|rewards\/(?:queries|turn-points)|wallet\/(?:balance-query|queries|pin-field|refunds))\.tsx?$/,
            },
          ],
        },
      },
    },
  },
})
