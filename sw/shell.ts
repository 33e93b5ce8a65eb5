/** A file of the first install as the build names it. Without a revision its address has a hash. */
export interface Entry {
  url: string
  revision: string | null
  integrity?: string
}

const shell = 'shell-v1'
const chunks = 'chunks-v1'
const page = '/index.html'
const neutralPage = '/app-shell.html'

/** Not worth anybody's data before it is needed: greetings, Google's button, the sheet that stands in every page. */
const unwarmed = /\/(?:snackbars|google-sign-in|main)-/

const paths = new Map<string, Entry>()

/** Takes the build's list: from now on `fileAt` answers for these paths. */
export function knowFiles(entries: readonly Entry[]): void {
  for (const entry of entries) paths.set(`/${entry.url}`, entry)
}

const keyOf = ({ url, revision }: Entry) =>
  revision === null ? `/${url}` : `/${url}?v=${revision}`

/** Fetches what is not here yet, so that an install cut off goes on where it stopped. Rejects on any gap. */
export async function installFiles(): Promise<void> {
  const cache = await caches.open(shell)
  await Promise.all([...paths.values()].map((entry) => fetchFile(cache, entry)))
}

async function fetchFile(cache: Cache, entry: Entry): Promise<void> {
  const key = keyOf(entry)
  if ((await cache.match(key)) !== undefined) return
  const response = await fetch(`/${entry.url}`, {
    cache: entry.revision === null ? 'default' : 'reload',
    ...(entry.integrity === undefined ? {} : { integrity: entry.integrity }),
  })
  if (!response.ok) throw new Error(`${entry.url}: ${response.status}`)
  if (`/${entry.url}` === page)
    await cache.put(key.replace(page, neutralPage), neutral(await response.clone().text()))
  await cache.put(key, response)
}

/** The start page carries the neutral one in a template: one file to fetch, two pages to show. */
function neutral(html: string): Response {
  const [, inside = ''] = /<template id="neutral">([\s\S]*?)<\/template>/.exec(html) ?? []
  const text = html.replace(
    /<div id="root"[\s\S]*<\/template>/,
    () => `<div id="root" data-shell="any">${inside}</div>`,
  )
  return new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}

/** The page for an address: the start for `/`, the neutral one for all others; network when it was evicted. */
export async function pageFor(request: Request): Promise<Response> {
  const entry = paths.get(page)
  const key = entry && keyOf(entry)
  const wanted = new URL(request.url).pathname === '/' ? key : key?.replace(page, neutralPage)
  return (wanted === undefined ? undefined : await caches.match(wanted)) ?? fetch(request)
}

/** The server's own page for an address; the neutral one when it does not come within 8 s. */
export async function freshPageFor(request: Request): Promise<Response> {
  const control = new AbortController()
  const timer = setTimeout(() => control.abort(), 8000)
  return fetch(request, { signal: control.signal })
    .catch(() => pageFor(request))
    .finally(() => clearTimeout(timer))
}

/** A file of ours: from the phone, else from the network and kept. Undefined for what is not ours. */
export function fileAt(request: Request): Promise<Response> | undefined {
  const { pathname } = new URL(request.url)
  const entry = paths.get(pathname)
  if (entry !== undefined) return caches.match(keyOf(entry)).then((kept) => kept ?? fetch(request))
  return pathname.startsWith('/assets/') ? chunkAt(request) : undefined
}

async function chunkAt(request: Request | string): Promise<Response> {
  const kept = await caches.match(request)
  if (kept !== undefined) return kept
  const response = await fetch(request)
  const isPage = response.headers.get('content-type')?.includes('html') === true
  if (response.ok && !isPage) {
    const cache = await caches.open(chunks)
    await cache.put(request, response.clone()).catch(() => undefined)
  }
  return response
}

/** Drops files of earlier releases. Chunks that did not change keep their address and stay. */
export async function dropOldFiles(): Promise<void> {
  const entry = paths.get(page)
  const current = new Set([...paths.values()].map(keyOf))
  if (entry !== undefined) current.add(keyOf(entry).replace(page, neutralPage))
  const cache = await caches.open(shell)
  const files = await cache.keys()
  await Promise.all(
    files.filter(({ url }) => !current.has(pathOf(url))).map((request) => cache.delete(request)),
  )
  const named = new Set(await chunkPaths())
  const kept = await caches.open(chunks)
  const old = (await kept.keys()).filter(({ url }) => !named.has(pathOf(url)))
  await Promise.all(old.map((request) => kept.delete(request)))
}

/** Fetches the chunks of every other screen, one after the other, so that the whole app opens offline. */
export async function warmChunks(): Promise<void> {
  for (const path of await chunkPaths()) {
    if (!paths.has(path) && !unwarmed.test(path)) await chunkAt(path)
  }
}

/** Every chunk of this release, as the page's import map names them. */
async function chunkPaths(): Promise<string[]> {
  const entry = paths.get(page)
  const html = entry && (await (await caches.match(keyOf(entry)))?.text())
  const [, map = '{}'] = /<script type="importmap">([\s\S]*?)<\/script>/.exec(html ?? '') ?? []
  const { imports = {} } = JSON.parse(map) as { imports?: Record<string, string> }
  return Object.values(imports)
}

const pathOf = (url: string) => {
  const { pathname, search } = new URL(url)
  return pathname + search
}
