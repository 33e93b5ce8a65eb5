import { basename, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer, type CSSOptions, type Plugin } from 'vite'
import { product } from '#contract/product'
import { filesAhead, withFilesAhead } from './files-ahead.ts'
import { withoutLostChunks } from './import-map.ts'
import { policyFor } from './page-policy.ts'
import { screenFiles, type ScreenModules } from './screen-files.ts'

interface Prerender {
  renderHome: () => Promise<string>
  renderShell: (address?: string) => string
  renderHeads: () => Promise<{ address: string; title: string; about?: string; html: string }[]>
  listScreens: () => Promise<ScreenModules[]>
}

/** Renders the shells, inlines their style sheet and locks each page with its own policy. */
export function shells(root: string, styles: CSSOptions): Plugin {
  const render = async () => {
    const server = await createServer({
      configFile: false,
      root,
      plugins: [react()],
      css: styles,
      logLevel: 'error',
      appType: 'custom',
      optimizeDeps: { noDiscovery: true },
      server: { middlewareMode: true, ws: false, watch: null },
    })
    // An open channel between tabs would keep the build from ending.
    Reflect.deleteProperty(globalThis, 'BroadcastChannel')
    const { renderHome, renderShell, renderHeads, listScreens } = (await server.ssrLoadModule(
      '/app/prerender.tsx',
    )) as Prerender
    const home = await renderHome()
    const heads = await renderHeads()
    const screens = (await listScreens()).map(({ path, modules }) => ({
      path,
      modules: modules.map((name) => join(root, name)),
    }))
    const pages = { home, any: renderShell(), auth: renderShell('/login'), heads, screens }
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
        const { screens, heads, any, auth } = await (rendered ??= render())
        // The server answers 404 to every other address, with the same page.
        const files = screenFiles(bundle, screens)
        this.emitFile({
          type: 'asset',
          fileName: 'screens.json',
          source: JSON.stringify(files),
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
        for (const head of heads) {
          const [name, neutral] = loginPages.has(head.address)
            ? ['auth.html', auth]
            : ['app-shell.html', any]
          const shell = bundle[name]
          if (shell?.type !== 'asset') throw new Error(`the build has no ${name}`)
          const page = withHead(String(shell.source), neutral, head)
          const source = withFilesAhead(page, files[head.address] ?? [])
          this.emitFile({ type: 'asset', fileName: `pages${head.address}.html`, source })
        }
      },
    },
  }
}

/** Their document is one of their own, in which Google's script may run. */
const loginPages: ReadonlySet<string> = new Set(['/login', '/signup'])

/** A shell with the head of one screen in the place of the grey shapes, and its name. */
function withHead(
  shell: string,
  neutral: string,
  { title, about, html }: { title: string; about?: string; html: string },
): string {
  if (!shell.includes(neutral)) throw new Error('the shell has no place for a head')
  const page = shell
    .replace(neutral, () => html)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(title)} – ${product.name}</title>`)
  if (about === undefined) return page
  return page.replace(
    /(<meta\s+name="description"\s+content=")[^"]*"/,
    (_, before: string) => `${before}${escaped(about)}"`,
  )
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/**
 * The core's style sheet is 4 kB compressed and inlined. Its link stays, disabled: otherwise the chunk loader would
 * request the sheet, in vain without a network.
 */
function finished(html: string, name: string, sheetAt: (href: string) => string): string {
  let page = html.replaceAll(
    /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g,
    (_, href: string) =>
      `<style>${sheetAt(href)}</style><link rel="stylesheet" href="${href}" disabled>`,
  )
  // The start page's screen is among its own files.
  if (name !== 'index.html') page = page.replace('</head>', () => `${filesAhead}</head>`)
  return page.replace(
    '<meta charset="utf-8" />',
    (meta) => `${meta}\n    ${policyFor(page, name === 'auth.html')}`,
  )
}
