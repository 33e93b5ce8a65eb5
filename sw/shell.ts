import { cacheNames } from '#contract/storage'
import { downloadFile, findCached, makeHtmlResponse, loadFile } from './files.ts'
import { makeAppMissingPage, fetchPageInTime } from './navigation.ts'
import { fetchWithin, lookupTimeouts } from './timeouts.ts'

/**
 * A file of the worker's install list, which the build makes: what every screen needs, and the screens that must open
 * without a network. If it has no revision, its path has a hash.
 */
export interface InstallFile {
  url: string
  revision: string | null
  /** Whether it is downloaded only after the installation. */
  later?: 1
  /**
   * Only for the start page: the texts that a login page has and the neutral page lacks, each with the text before it.
   */
  login_parts?: readonly (readonly [before: string, more: string])[]
}

const { shell, chunks } = cacheNames
const page = '/index.html'
/** The key of a cache entry that exists while files of an earlier version may be left. */
const oldMark = '/old'

const paths = new Map<string, InstallFile>()

/** Sets the build's list of files, whose paths `findFile` answers. */
export function setInstallFiles(entries: readonly InstallFile[]): void {
  for (const entry of entries) paths.set(`/${entry.url}`, entry)
}

/** The path to download a file from. The browser may have the start page already, as the page of `/`. */
const downloadPath = ({ url }: InstallFile) => (`/${url}` === page ? '/' : `/${url}`)

const keyOf = ({ url, revision }: InstallFile) =>
  revision === null ? `/${url}` : `/${url}?v=${revision}`

/**
 * Downloads missing files, so that an interrupted install continues. Rejects if a file is missing, or if a screen that
 * opened offline before would no longer do so.
 */
export async function installFiles(): Promise<void> {
  const cache = await caches.open(shell)
  const before = await newestPage(cache)
  const first = [...paths.values()].filter(({ later }) => !later)
  await Promise.all(first.map((entry) => fetchFile(cache, entry)))
  await renewChunks(before)
}

async function fetchFile(cache: Cache, entry: InstallFile): Promise<void> {
  const key = keyOf(entry)
  if ((await findCached(key)) !== undefined) return
  const response = await downloadFile(key, downloadPath(entry))
  if (!response.ok) throw new Error(entry.url)
  await cache.put(key, response)
}

/** Returns the page of the version before this one, if the phone has it. */
async function newestPage(cache: Cache): Promise<string | undefined> {
  const entry = paths.get(page)
  const pages = (await cache.keys()).filter(({ url }) => new URL(url).pathname === page)
  const other = pages.findLast(({ url }) => entry === undefined || pathOf(url) !== keyOf(entry))
  return other && (await cache.match(other))?.text()
}

/** Downloads the changed chunks of screens that this phone had cached. */
async function renewChunks(before: string | undefined): Promise<void> {
  if (before === undefined) return
  const old = Object.values(importsIn(before))
  const cache = await caches.open(chunks)
  await Promise.all(
    Object.values(await ownImports()).map(async (path) => {
      if (old.includes(path) || paths.has(path)) return
      const was = old.filter((other) => nameOf(other) === nameOf(path))
      const stored = await Promise.all(was.map((other) => cache.match(other)))
      if (stored.every((file) => file === undefined)) return
      const response = await loadFile(path)
      if (!response.ok) throw new Error(path)
    }),
  )
}

/** Returns the neutral page, which the start page contains in a template: one file holds several pages. */
function neutral(html: string): string {
  const [, inside = ''] = /<template id="neutral">([\s\S]*?)<\/template>/.exec(html) ?? []
  return html.replace(
    /<div id="root"[\s\S]*<\/template>/,
    () => `<div id="root" data-shell="any">${inside}</div>`,
  )
}

/** Pages that are separate documents, with a policy that allows Google's script. */
const loginPages = /^\/(?:login|signup)\/?$/

/** Returns the page for a path as the start page's file contains it. */
async function pageIn(file: Response, pathname: string): Promise<Response> {
  if (pathname === '/') return file
  let html = neutral(await file.text())
  if (loginPages.test(pathname))
    for (const [before, more] of paths.get(page)?.login_parts ?? [])
      html = html.replace(before, before + more)
  return makeHtmlResponse(html)
}

/**
 * Returns the page for a URL from this phone: the start page for `/`, the neutral page for all others. If the phone has
 * deleted our files, returns the page from the network, and downloads the files again. Without a network, returns the
 * browser's copy of the start page, otherwise a page with a phone number.
 */
export async function answerPageRequest(event: FetchEvent): Promise<Response> {
  const { pathname } = new URL(event.request.url)
  const entry = paths.get(page)
  const kept = entry && (await findCached(keyOf(entry)))
  if (kept !== undefined) return pageIn(kept, pathname)
  return fetchPageInTime(event, {
    found: () => event.waitUntil(installFiles().catch(() => undefined)),
    otherwise: async () => {
      const held = await fetchWithin(lookupTimeouts, '/', { cache: 'force-cache' }).catch(
        () => undefined,
      )
      return held?.ok === true ? pageIn(held, pathname) : makeAppMissingPage()
    },
  })
}

/**
 * Returns a file of the app from the cache, else from the network; chunks are then cached. Undefined for other URLs.
 */
export function findFile(request: Request): Promise<Response> | undefined {
  const { pathname } = new URL(request.url)
  const entry = paths.get(pathname)
  if (entry !== undefined) return loadFile(keyOf(entry), entry.later ? keyOf(entry) : request)
  return pathname.startsWith('/assets/') ? loadFile(pathname, request) : undefined
}

/**
 * Notes that another version has taken control. Old files stay until no old tab is open, since an old tab may still
 * need them.
 */
export async function markOldFiles(): Promise<void> {
  const cache = await caches.open(shell)
  await cache.put(oldMark, new Response())
}

/** Deletes files of earlier versions, once after `markOldFiles`. Unchanged chunks keep their URL and stay. */
export async function deleteOldFiles(): Promise<void> {
  const cache = await caches.open(shell)
  if (!(await cache.delete(oldMark))) return
  const current = new Set([...paths.values()].map(keyOf))
  await deleteAllBut(cache, current)
  await deleteAllBut(await caches.open(chunks), new Set([...(await chunkPaths()), ...laterFiles()]))
}

async function deleteAllBut(cache: Cache, named: ReadonlySet<string>): Promise<void> {
  const old = (await cache.keys()).filter(({ url }) => !named.has(pathOf(url)))
  await Promise.all(old.map((request) => cache.delete(request)))
}

/**
 * Downloads the chunks of all other screens, or of `only`, one after another until `isOver`, so that the app opens
 * offline. The files in `self_saved` are left out, since they belong to screens that few people need. Rejects
 * immediately if the network does not answer. Rejects at the end if the server does not have a chunk.
 */
export async function prefetchChunks(
  isOver: () => boolean,
  only?: readonly string[],
): Promise<void> {
  const screens = (await chunkPaths()).filter((path) => !paths.has(path))
  const selfSaved = new Set((await readBuildFiles())?.self_saved.map((file) => `/${file}`))
  const wanted =
    only === undefined
      ? [...screens.filter((path) => !selfSaved.has(path)), ...laterFiles()]
      : screens.filter((path) => only.includes(path))
  const missing: string[] = []
  for (const path of wanted) {
    if (isOver()) return
    if (!(await loadFile(path)).ok) missing.push(path)
  }
  if (missing.length > 0) throw new Error(missing.join(' '))
}

/**
 * Returns the files that are downloaded after the installation: icons for notifications, and the build's list for the
 * storage page.
 */
const laterFiles = () => [...paths.values()].filter(({ later }) => later).map(keyOf)

/** Empties the cache of files that were loaded on demand. The files that the installation stores stay. */
export async function deleteChunks(): Promise<void> {
  await caches.delete(chunks)
}

/** Returns the cached files of the app: path and stored bytes. */
export async function listCachedFiles(): Promise<[path: string, bytes: number][]> {
  const found: [string, number][] = []
  for (const name of [shell, chunks])
    for (const { url } of await (await caches.open(name)).keys()) {
      const file = await findCached(pathOf(url))
      if (file) found.push([new URL(url).pathname, (await file.blob()).size])
    }
  return found
}

/** Returns the build's list of files and their sizes; undefined if it is neither cached nor downloadable. */
export async function readBuildFiles(): Promise<BuildList | undefined> {
  const entry = paths.get('/files.json')
  if (entry === undefined) return undefined
  for (const _attempt of [1, 2]) {
    const list: unknown = await loadFile(keyOf(entry))
      .then((answer) => answer.json())
      .catch(() => undefined)
    if (isBuildList(list)) return list
    // `loadFile` cannot detect a damaged list: it has no hash, since the sizes in it are written after the worker is
    // built.
    await (await caches.open(chunks)).delete(keyOf(entry))
  }
  return undefined
}

/** What the worker itself reads of the build's list. */
interface BuildList {
  self_saved: readonly string[]
}

const isBuildList = (list: unknown): list is BuildList =>
  ['start', 'install', 'modules', 'screens', 'self_saved'].every(
    (name) => typeof (list as Record<string, unknown> | null | undefined)?.[name] === 'object',
  )

const chunkPaths = async () => Object.values(await ownImports())

/** Returns the path of every chunk of this version by its stable name; empty without the start page in the cache. */
async function ownImports(): Promise<Record<string, string>> {
  const entry = paths.get(page)
  return importsIn((entry && (await (await findCached(keyOf(entry)))?.text())) ?? '')
}

/** Returns the import map of a page, without the style sheet that the page contains. */
function importsIn(html: string): Record<string, string> {
  const [map = '{"imports":{}}'] = /(?<="importmap">)[^<]*/.exec(html) ?? []
  const { imports } = JSON.parse(map) as { imports: Record<string, string> }
  const files = Object.entries(imports).filter(([, path]) => !html.includes(`"${path}" disabled`))
  return Object.fromEntries(files)
}

/** Returns the path of a chunk without its hash. A few chunks have the same name. */
const nameOf = (path: string) => path.replace(/-[\w-]{8}\.(?=js$|css$)/, '.')

const pathOf = (url: string) => {
  const { pathname, search } = new URL(url)
  return pathname + search
}
