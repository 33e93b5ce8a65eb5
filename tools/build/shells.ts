import type { Plugin } from 'vite'
import { product } from '#contract/product'
import { nameByContent, replaceNames, readSource } from './content-names.ts'
import { type BuildFiles, listBuildFiles } from './files.ts'
import { makeLoginPage, addPolicy } from './page-policy.ts'
import { readPageScripts } from './page-scripts.ts'
import { type DeskRooms, loadPrerenderer, type PrerenderedHead } from './prerenderer.ts'

/** Prerenders the shells, writes their style sheet and a policy into each page, and lists the files of the build. */
export const shells = (): Plugin => ({
  name: 'waka:shells',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const app = this.environment.getTopLevelConfig()
      const [prerenderer, deskRooms] = await loadPrerenderer(app)
      const scripts = await readPageScripts(app.root)
      const home = await prerenderer.prerenderHome()
      const neutral = prerenderer.prerenderShell()
      const login = prerenderer.prerenderShell('/login')
      const heads = await prerenderer.prerenderHeads()
      const listed = listBuildFiles(this, bundle, app.root, await prerenderer.listScreens())

      const before = { ...bundle }
      const { imports, names } = nameByContent((file) => this.emitFile(file), bundle)
      const emit = (fileName: string, source: string) =>
        this.emitFile({ type: 'asset', fileName, source })
      const files = JSON.parse(replaceNames(JSON.stringify(listed), names)) as BuildFiles
      emit('files.json', JSON.stringify(files))
      emit('desk-screens.json', JSON.stringify(listDeskScreens(deskRooms)))

      /**
       * Finishes a page. The link to its style sheet stays, disabled, so that the loader does not request the sheet.
       */
      const finish = (name: string, screen: string, ahead: string, policy = addPolicy) => {
        const page = readSource(before, name)
          .replaceAll('%NAME%', product.name)
          .replace('<!--prerendered-->', () => screen)
          .replace('<!--neutral-->', () => neutral)
          .replace(importMap, () => scripts.again + asImportMap(imports))
          .replace(sheetLink, (_link, sheet: string) => {
            const style = `<style>${readSource(before, sheet)}</style>`
            return `${style}<link rel="stylesheet" href="/${sheet}" disabled>`
          })
          .replace('</head>', () => `${ahead}</head>`)
        delete bundle[name]
        const finished = policy(replaceNames(page, names))
        emit(name, finished)
        return finished
      }
      // The start page's own files include its screen, so it needs no list of files.
      finish('index.html', home, scripts.trip)
      const shell = finish('app-shell.html', neutral, scripts.ahead)
      const auth = finish('auth.html', login, scripts.ahead, (page) =>
        makeLoginPage(addPolicy(page)),
      )

      for (const head of heads) {
        const { address } = head
        const isLogin = loginPages.has(address)
        const page = withHead(isLogin ? auth : shell, isLogin ? login : neutral, head)
        const ahead = files.screens[address]?.flatMap((module) => files.modules[module] ?? [])
        emit(
          `pages${address}.html`,
          page.replace('id="ahead">[]', () => `id="ahead">${JSON.stringify(ahead)}`),
        )
      }
    },
  },
})

/** Lists the URLs of the desk's screens for the server, without the files of each screen. */
function listDeskScreens(rooms: DeskRooms): Pick<BuildFiles, 'screens' | 'modules'> {
  const routes = Object.values(rooms).flatMap((room) => room.routes)
  const paths = routes.flatMap(({ path, detail_path }) => [path, detail_path ?? []].flat())
  return {
    screens: Object.fromEntries(['/', ...paths].map((path) => [`/desk${path}`, []])),
    modules: {},
  }
}

const importMap = /<script type="importmap">[\s\S]*?<\/script>/
const sheetLink = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/

const asImportMap = (imports: Record<string, string>) =>
  `<script type="importmap">${JSON.stringify({ imports })}</script>`

/** Pages that are separate documents, in which Google's script may run. */
const loginPages: ReadonlySet<string> = new Set(['/login', '/signup'])

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
