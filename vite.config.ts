import { product } from '#contract/product'
import react from '@vitejs/plugin-react'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { createServer, defineConfig, type CSSOptions, type Plugin } from 'vite'
import { type ManifestOptions, VitePWA } from 'vite-plugin-pwa'

const here = import.meta.dirname
const dist = resolve(here, 'dist')

/** Class names are the same in the prerendered pages and in the chunks: file, name, and a short hash. */
const scopedName = (name: string, file: string) =>
  `${name}_${createHash('sha256')
    .update(`${relative(here, file)} ${name}`)
    .digest('base64url')
    .slice(0, 4)}`

const styles: CSSOptions = { modules: { generateScopedName: scopedName } }

/**
 * The phone needs of a promise only its name, method, path and access: the schemas stay on the server,
 * and zod/mini with them unless a form asks for a schema by name. Whatever a contract file computes at
 * its top level is marked as free of side effects, so that what nobody uses falls away.
 */
function contractWithoutSchemas(): Plugin {
  const unread = new Set(['summary', 'input', 'output', 'refusals'])
  return {
    name: 'waka:contract',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/[\w-]+\.ts$/ },
      handler(code) {
        const edits: [at: number, until: number, text: string][] = []
        for (const node of this.parse(code).body) {
          const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node
          if (declared?.type !== 'VariableDeclaration') continue
          for (const { init } of declared.declarations) {
            if (init?.type !== 'CallExpression') continue
            edits.push(
              [init.start, init.start, '/*@__PURE__*/ (() => '],
              [init.end, init.end, ')()'],
            )
            const [promise] = init.arguments
            if (code.slice(init.callee.start, init.callee.end) !== 'endpoint') continue
            if (promise?.type !== 'ObjectExpression') continue
            for (const part of promise.properties) {
              const name =
                part.type === 'Property' && part.key.type === 'Identifier' ? part.key.name : ''
              if (unread.has(name)) edits.push([part.start, part.end, `${name}: undefined`])
              if (name === 'meta') edits.push([part.start, part.end, 'meta: true'])
            }
          }
        }
        return { code: edited(code, edits), map: null }
      },
    },
  }
}

function edited(code: string, edits: [number, number, string][]): string {
  return edits
    .toSorted((a, b) => b[0] - a[0])
    .reduce((text, [at, until, insert]) => text.slice(0, at) + insert + text.slice(until), code)
}

interface Prerender {
  renderHome: () => string
  renderShell: () => string
}

/** Renders the two shells, inlines their style sheet and locks each page with its own policy. */
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
    const { renderHome, renderShell } = (await server.ssrLoadModule(
      '/app/prerender.tsx',
    )) as Prerender
    const pages = { home: renderHome(), any: renderShell() }
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
        const { home, any } = await (rendered ??= render())
        return html
          .replaceAll('%NAME%', product.name)
          .replace('<!--prerendered-->', () => (filename.endsWith('index.html') ? home : any))
          .replace('<!--neutral-->', () => any)
      },
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const css = Object.values(bundle).filter((file) => file.fileName.endsWith('.css'))
        for (const page of Object.values(bundle)) {
          if (page.type !== 'asset' || !page.fileName.endsWith('.html')) continue
          page.source = finished(String(page.source), (href) => {
            const sheet = css.find((file) => href.endsWith(file.fileName))
            return sheet?.type === 'asset' ? String(sheet.source) : ''
          })
        }
      },
    },
  }
}

/** The core's style sheet is 4 kB on the wire: it stands in the page and is not fetched. */
function finished(html: string, sheetAt: (href: string) => string): string {
  const page = html.replaceAll(
    /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g,
    (_, href: string) => `<style>${sheetAt(href)}</style>`,
  )
  return page.replace('<meta charset="utf-8" />', (meta) => `${meta}\n    ${policyFor(page)}`)
}

/** Strict policy in the page itself: headers would be frozen in the service worker's copy. */
function policyFor(html: string): string {
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
    `script-src 'self' ${hashes(/<script type="importmap">([\s\S]*?)<\/script>/g)}`,
    `style-src 'self' ${hashes(/<style>([\s\S]*?)<\/style>/g)}`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types sw',
  ]
  return `<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}" />`
}

/** Files of the first install, at most 12: enough to start, to search and to show a ticket. */
const tierZero =
  /^(?:index\.html|assets\/(?:main|react|vendor|schemas|kit|rolldown-runtime|tickets|api-http)-[\w-]+\.(?:js|css))$/

const firstInstall = <E extends { url: string }>(entries: E[]) => ({
  manifest: entries
    .filter(({ url }) => tierZero.test(url) && !/main-[\w-]+\.css$/.test(url))
    .map((entry) => ({
      ...entry,
      integrity: `sha384-${digest('sha384', readFileSync(join(dist, entry.url)))}`,
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
        for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
          if (!/\.(?:js|css|html|json|svg|txt|webmanifest)$/.test(name)) continue
          const bytes = readFileSync(join(dist, name))
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: 11,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          }
          writeFileSync(join(dist, `${name}.br`), brotliCompressSync(bytes, { params }))
        }
      },
    },
  }
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
    globPatterns: ['index.html', 'assets/*.{js,css}'],
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
  plugins: [react(), contractWithoutSchemas(), shells(), app, precompressed()],
  server: { proxy: { '/api': 'http://localhost:3000' } },
  build: {
    outDir: dist,
    emptyOutDir: true,
    target: ['chrome100', 'safari16.4', 'firefox108'],
    chunkImportMap: true,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter((file) => !/\/main-[\w-]+\.css$/.test(file)),
    },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: {
        index: resolve(here, 'src/index.html'),
        'app-shell': resolve(here, 'src/app-shell.html'),
      },
      output: {
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
            { name: 'phone-numbers', test: /libphonenumber/ },
            {
              name: 'kit',
              test: /\/src\/(?:ui|lib)\/(?!api-http)|\/contract\/|@tanstack|idb-keyval/,
            },
          ],
        },
      },
    },
  },
})
