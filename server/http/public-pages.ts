import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/errors'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import type { PageAnswer, PublicPage } from '#server/platform/public-page'
import { findCallerIp } from './caller-ip.ts'
import type { HttpServices } from './host.ts'
import { makeSharedCacheControl } from './http-answer.ts'
import { enforceCallLimit } from './limits.ts'
import { prefersPage } from './negotiation.ts'
import { type RenderedPage, fillShell, readStyleRules } from './fill-shell.ts'
import { type StoredText, sendStoredText, compressText } from './stored-text.ts'
import { type BuiltScreens, documentPolicy, parseRequestPath } from './static.ts'

/** How long a page is cached by default (ms), and how many pages are cached. */
const cache_ms = 120_000
const maxCachedPages = 400

/** How long shared caches, such as a proxy, may hold a page, seconds. */
const pageInSharedCaches_s = 60

interface CachedPage {
  until: number
  text: StoredText
}

type PrerenderPage = (address: string, answers: readonly PageAnswer[]) => Promise<RenderedPage>
type Params = Record<string, string>
type PageRenderer = (
  page: PublicPage,
  address: string,
  request: FastifyRequest,
) => Promise<CachedPage | undefined>

/**
 * Renders public pages into the app's shell, for search engines and for phones whose script has not loaded. A URL with
 * an unknown query, or a page that cannot be rendered now, gets the empty shell. If the subject of a page does not
 * exist, the shell is sent with 404.
 */
export async function servePublicPages(
  app: FastifyInstance,
  host: HttpServices,
  dist: string,
  pages: readonly PublicPage[],
): Promise<void> {
  const prerenderer = join(dist, '.prerenderer/prerenderer.js')
  if (!existsSync(prerenderer)) return
  const { prerenderPage } = (await import(pathToFileURL(prerenderer).href)) as {
    prerenderPage: PrerenderPage
  }
  const list = JSON.parse(readFileSync(join(dist, 'files.json'), 'utf8')) as BuiltScreens
  const screens = Object.keys(list.screens)
  const renderPage = makePageCache(makePageRenderer(host, dist, prerenderPage))
  for (const page of pages) {
    app.get(page.path, async (request, reply) => {
      const path = parseRequestPath(request)
      const query = queryOf(request)
      if (!prefersPage(request) || !acceptsQuery(page, query)) return reply.callNotFound()
      const rendered = await renderPage(page, path + query, request).catch((error: unknown) => {
        if (!(error instanceof Refusal))
          host.log.error(
            { err: error, request_id: request.id, path },
            'a page could not be rendered',
          )
        return 'not now' as const
      })
      if (rendered === 'not now' || (rendered === undefined && screens.includes(path)))
        return reply.callNotFound()
      reply.header('content-security-policy', documentPolicy)
      if (rendered === undefined)
        return reply.header('cache-control', 'no-cache').code(404).sendFile('app-shell.html')
      // Send no `vary: accept`, since caches would then store a copy for each browser. So a client that prefers JSON
      // gets 404 from this server, but may get the page from a shared cache.
      reply.header('cache-control', makeSharedCacheControl(pageInSharedCaches_s))
      return sendStoredText(request, reply, rendered.text)
    })
  }
}

/** Returns the query string with its `?`. */
function queryOf({ url }: FastifyRequest): string {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at)
}

/**
 * Whether a page is rendered for a query: it may contain only the page's parameters, each once, in order and with
 * valid values.
 */
function acceptsQuery({ query }: PublicPage, asked: string): boolean {
  if (query === undefined) return asked === ''
  const given = new URLSearchParams(asked)
  const known = Object.keys(query).filter((name) => given.has(name))
  const inOrder = new URLSearchParams()
  for (const name of known) inOrder.set(name, given.get(name) ?? '')
  const isPlain = known.length > 0 && asked === `?${inOrder.toString()}`
  return isPlain && known.every((name) => query[name]?.(given.get(name) ?? ''))
}

/** Returns a function that renders a page; it returns undefined if the subject does not exist. */
function makePageRenderer(
  host: HttpServices,
  dist: string,
  prerenderPage: PrerenderPage,
): PageRenderer {
  const shell = readFileSync(join(dist, 'app-shell.html'), 'utf8')
  const rules = readStyleRules(dist)
  return async (page, address, request) => {
    const named = request.params as Params
    const parameters = Object.fromEntries(new URLSearchParams(queryOf(request)))
    if (!Object.values(named).every((one) => /^[A-Za-z0-9][\w-]{0,140}$/.test(one)))
      return undefined
    await enforceCallLimit(host, 'read', findCallerIp(request))
    const at = Date.now()
    const show = (db: Db) => page.show(guestOf(host, db, request), { ...parameters, ...named })
    const content = await (host.replicas?.read(show) ?? show(host.db)).catch((error: unknown) => {
      if (error instanceof Refusal && error.status < 429) return undefined
      throw error
    })
    if (content === undefined) return undefined
    const screen = await prerenderPage(address, content.answers)
    const files = request.filesAhead()
    const place = { address, origin: host.config.public_url, at, files }
    const html = fillShell(shell, rules, content, screen, place)
    return {
      until: at + (page.cache_ms ?? cache_ms),
      text: await compressText('text/html; charset=utf-8', html),
    }
  }
}

/** Returns a function that caches pages. A page that is requested many times at the same time is rendered once. */
function makePageCache(render: PageRenderer): PageRenderer {
  const cache = new Map<string, Promise<CachedPage | undefined>>()
  return async (page, address, request) => {
    const known = cache.get(address)
    const before = known && (await known.catch(() => undefined))
    if (before !== undefined && before.until > Date.now()) return before
    const newer = cache.get(address)
    if (newer !== undefined && newer !== known) return newer
    const rendered = render(page, address, request)
    cache.delete(address)
    cache.set(address, rendered)
    const [oldest] = cache.keys()
    if (cache.size > maxCachedPages && oldest !== undefined) cache.delete(oldest)
    return rendered
  }
}

/** Returns the context of a guest. Pages are the same for everybody, so they are rendered for a guest. */
function guestOf(
  { config, log, payables }: HttpServices,
  db: Db,
  request: FastifyRequest,
): Context {
  const [request_id, ip] = [request.id, findCallerIp(request)]
  return { db, actor: { kind: 'guest' }, request_id, log, config, payables, ip }
}
