import { basename } from 'node:path'
import type { Alias, Plugin, Rolldown } from 'vite'
import { product } from '#contract/product'
import { nameByContent, replaceNames, shortenKeys } from './content-names.ts'
import { type BuildFiles, listBuildFiles } from './files.ts'
import { withPolicy } from './page-policy.ts'
import { filesAhead, startAgain } from './page-scripts.ts'
import { makePrinter, type PrerenderedHead } from './printer.ts'

/** Prints the shells, writes their style sheet and a policy into each page, and lists the files of the build. */
export function shells(root: string, dist: string, alias: Alias[]): Plugin {
  const print = async () => {
    const printer = await makePrinter(root, dist, alias)
    return {
      home: await printer.prerenderHome(),
      any: printer.prerenderShell(),
      auth: printer.prerenderShell('/login'),
      heads: await printer.prerenderHeads(),
      screens: await printer.listScreens(),
    }
  }
  let printed: ReturnType<typeof print> | undefined
  return {
    name: 'waka:shells',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { filename }) {
        const { home, any, auth } = await (printed ??= print())
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
        const { screens, heads, any, auth } = await (printed ??= print())
        const listed = JSON.stringify(listBuildFiles(this, bundle, root, screens))
        shortenKeys(bundle)
        const before = { ...bundle }
        const names = nameByContent((file) => this.emitFile(file), bundle)
        const files = JSON.parse(replaceNames(listed, names)) as BuildFiles
        this.emitFile({ type: 'asset', fileName: 'files.json', source: JSON.stringify(files) })
        for (const page of Object.values(bundle))
          if (page.type === 'asset' && page.fileName.endsWith('.html'))
            page.source = finished(String(page.source), page.fileName, before, names)
        for (const head of heads) {
          const [name, neutral] = loginPages.has(head.address)
            ? ['auth.html', auth]
            : ['app-shell.html', any]
          const page = withHead(sourceOf(bundle, name), neutral, head)
          const ahead = files.screens[head.address]?.flatMap(
            (module) => files.modules[module] ?? [],
          )
          const source = page.replace('id="ahead">[]', () => `id="ahead">${JSON.stringify(ahead)}`)
          this.emitFile({ type: 'asset', fileName: `pages${head.address}.html`, source })
        }
      },
    },
  }
}

/** Pages that are separate documents, in which Google's script may run. */
const loginPages: ReadonlySet<string> = new Set(['/login', '/signup'])

function sourceOf(bundle: Readonly<Rolldown.OutputBundle>, name: string): string {
  const file = bundle[name]
  if (file?.type !== 'asset') throw new Error(`the build has no ${name}`)
  return String(file.source)
}

/** Returns a shell with the head of one screen instead of the grey shapes, and with its title. */
function withHead(shell: string, neutral: string, { title, about, html }: PrerenderedHead): string {
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
 * Returns a page that contains the app's style sheet. The sheet's link stays, disabled: otherwise the loader of chunks
 * would request the sheet, which fails without a network. The bundler merges a file of imports only into the page, so
 * the import map keeps only files that the build has.
 */
function finished(
  html: string,
  name: string,
  bundle: Readonly<Rolldown.OutputBundle>,
  names: ReadonlyMap<string, string>,
): string {
  const page = html
    .replace(/(?<=<script type="importmap">)[\s\S]*?(?=<\/script>)/, (map) => {
      const { imports } = JSON.parse(map) as { imports: Record<string, string> }
      const there = Object.entries(imports).filter(([, path]) => path.slice(1) in bundle)
      return JSON.stringify({
        imports: Object.fromEntries(there.toSorted(([one], [other]) => one.localeCompare(other))),
      })
    })
    .replaceAll(
      /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g,
      (_, file: string) =>
        `<style>${sourceOf(bundle, file)}</style><link rel="stylesheet" href="/${file}" disabled>`,
    )
    .replace('<script type="importmap">', (tag) => `${startAgain}${tag}`)
    // The start page's own files include its screen, so it needs no list of files.
    .replace('</head>', () => `${name === 'index.html' ? '' : filesAhead}</head>`)
  return withPolicy(replaceNames(page, names), name === 'auth.html')
}
