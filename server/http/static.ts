import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config'
import { makeCache } from '#server/platform/timed-cache'
import { prefersPage } from './negotiation.ts'
import { copyRelease, listReleases } from './releases.ts'

/** How long the list of releases is cached, so that a flood of unknown names does not read the folder each time. */
const releasesRemembered_ms = 2_000
/**
 * The policy in the header of documents, since `frame-ancestors` works only there. All other directives are in the
 * document itself, because the header of a cached copy never changes.
 */
export const documentPolicy = "frame-ancestors 'none'"

/**
 * Serves the built app, compressed with brotli by the build. Hashed files are cached for ever, all others are
 * revalidated. A missing file is 404 below `/assets`; elsewhere the app's shell is sent as for a page.
 */
export async function serveBuiltApp(
  app: FastifyInstance,
  dist: string,
  { data_dir, sw_kill }: Pick<Config, 'data_dir' | 'sw_kill'>,
): Promise<void> {
  const releases = join(data_dir, 'releases')
  const roots = [dist, ...copyRelease(dist, releases)]
  const listAllReleases = makeCache(releasesRemembered_ms, async () => listReleases(releases))
  await app.register(fastifyStatic, {
    root: roots,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    index: false,
  })
  const screens = readScreens(dist)
  app.decorateRequest('isScreen', function isScreen(this: FastifyRequest) {
    const path = parseRequestPath(this)
    return screens.length === 0 || screens.some((one) => one.at.test(path))
  })
  app.decorateRequest('filesAhead', function filesAhead(this: FastifyRequest) {
    const path = parseRequestPath(this)
    return screens.find((one) => one.at.test(path))?.ahead ?? []
  })
  const heads = readHeads(dist)
  app.decorateRequest('shell', function shell(this: FastifyRequest) {
    const path = parseRequestPath(this).replace(/\/$/, '').toLowerCase()
    if (isOfDesk(path)) return 'desk.html'
    return heads.get(path) ?? (loginPages.test(path) ? 'auth.html' : 'app-shell.html')
  })
  app.get('/*', { config: { flood: 'files' } }, async (request, reply) => {
    const path = parseRequestPath(request)
    if (sw_kill && path === '/sw.js')
      return reply.header('cache-control', 'no-cache').type('text/javascript').send(killer)
    const file = path === '/' ? '/index.html' : path
    const forever = /^\/(?:desk-)?assets\//.test(path)
    const findIn = (some: readonly string[]) => some.find((one) => isFile(join(one, file)))
    // While processes are updated one by one, another one may have added a newer release.
    const findRoot = async () =>
      findIn(roots) ?? (forever ? findIn(await listAllReleases(app)) : undefined)
    const root = isPlain(file) ? await findRoot() : undefined
    if (isServerPath(path) || root === undefined) return reply.callNotFound()
    reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
    reply.header('content-security-policy', documentPolicy)
    return reply.sendFile(file.slice(1), root)
  })
}

/**
 * The kill switch: a service worker that deletes its files and unregisters itself. Pages reload as they do at an
 * update; pages with a form reload later. If a page registers the worker again before it reloads, the page's next
 * message ends the new worker as well. IndexedDB is not changed.
 */
const killer = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) =>
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => self.registration.unregister()),
  ),
)
self.addEventListener('message', () => self.registration.unregister())
`

/**
 * Whether a path looks like a name that our build makes. Other paths are not looked up: those with dot segments,
 * percent signs, or names that no disk accepts.
 */
function isPlain(path: string): boolean {
  return /^(?:\/[\w-][\w.-]{0,199})+$/.test(path)
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

/** The modules that draw each screen, and the files that each module needs besides the first page's. */
export interface BuiltScreens {
  screens: Record<string, string[]>
  modules: Record<string, string[]>
}

/**
 * Returns the paths with a screen, as the builds of the app and of the desk list them. Fixed paths come first, and case
 * is ignored, as in the router. `ahead`: the files that the screen needs and the first page does not load.
 */
function readScreens(dist: string): { at: RegExp; ahead: readonly string[] }[] {
  const lists = ['files.json', 'desk-screens.json'].map((name) => join(dist, name))
  return lists
    .filter((list) => existsSync(list))
    .flatMap((list) => {
      const { screens, modules } = JSON.parse(readFileSync(list, 'utf8')) as BuiltScreens
      return Object.entries(screens).map(([address, drawn]): [string, Set<string>] => [
        address,
        new Set(drawn.flatMap((module) => modules[module] ?? [])),
      ])
    })
    .toSorted(([a], [b]) => a.split(':').length - b.split(':').length)
    .map(([address, files]) => {
      const shape = address.replace(/\/$/, '').replaceAll(/:\w+/g, '[^/]+')
      return { at: new RegExp(`^${shape}/?$`, 'i'), ahead: [...files] }
    })
}

/**
 * Returns a preload link. Modules and their sheets are `crossorigin`, as the app's loader requests them. Their priority
 * is low, so that the page's own files come first.
 */
const asPreload = (file: string) =>
  `</${file}>; rel=preload; as=${file.endsWith('.css') ? 'style' : 'script'}; crossorigin; fetchpriority=low`

/** Reads the shells that contain the head of one screen, by path. */
function readHeads(dist: string): ReadonlyMap<string, string> {
  const folder = join(dist, 'pages')
  if (!existsSync(folder)) return new Map()
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.html'))
  return new Map(pages.map((name) => [`/${name.slice(0, -'.html'.length)}`, `pages/${name}`]))
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the app has a screen for this URL. */
    isScreen: () => boolean
    /** Returns the files of the screen that the first page does not already load. */
    filesAhead: () => readonly string[]
    /** Returns the shell for this URL, with the head of its screen if that was prerendered. */
    shell: () => string
  }
}

/**
 * Sends the shell for a page of the app's router, with 404 if it has no screen; returns undefined for other requests.
 */
export function sendShell(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  if (!('sendFile' in reply) || (request.method !== 'GET' && request.method !== 'HEAD'))
    return undefined
  const path = parseRequestPath(request)
  const isPage = !isServerPath(path) && !path.startsWith('/assets/') && !path.startsWith('/seed/')
  if (!isPage || !prefersPage(request)) return undefined
  reply
    .code(request.isScreen() ? 200 : 404)
    .header('cache-control', 'no-cache')
    .header('content-security-policy', documentPolicy)
    .header('vary', 'accept, accept-encoding')
  const shell = request.shell()
  if (!shell.startsWith('pages/')) noteAhead(request, reply)
  // Google's window must be able to send messages to the page that opened it.
  if (loginPages.test(path)) reply.header('cross-origin-opener-policy', 'same-origin-allow-popups')
  return reply.sendFile(shell)
}

/**
 * Lets the browser load the screen's files at the same time as the first page's scripts. Pages with content list these
 * files themselves, so that they are loaded after the first paint.
 */
function noteAhead(request: FastifyRequest, reply: FastifyReply): void {
  const ahead = request.filesAhead().map(asPreload).join(', ')
  if (ahead !== '') reply.header('link', ahead)
}

/** Pages that are separate documents, whose policy allows Google's script. */
const loginPages = /^\/(?:login|signup)\/?$/

/** Whether a path belongs to the desk, which is a separate app with its own document. */
export const isOfDesk = (path: string) => /^\/desk(?:\/|$)/.test(path)

/** Returns the path of a URL as it was sent, without the query. */
export function parseRequestPath(request: FastifyRequest): string {
  return (request.url.split('?', 1)[0] ?? '/').replace(/^\/{2,}/, '/')
}

/** Whether a URL belongs to the server itself, not to a screen. */
export function isServerPath(path: string): boolean {
  return /^\/(api|sandbox|s|t)(\/|$)/.test(path)
}
