import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import underPressure from '@fastify/under-pressure'
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { Server as TcpServer } from 'node:net'
import { constants } from 'node:zlib'
import { Refusal, makeRefusal } from '#contract/errors'
import { databaseTimeout_ms, endDatabaseTimeout, runAsCall } from '#server/db/current-work'
import { makeId } from '#server/platform/ids'
import { hashNetwork } from '#server/platform/limits'
import { findCallerIp } from './caller-ip.ts'
import type { HttpServices } from './host.ts'
import { type HttpAnswer, makeRefusalAnswer } from './http-answer.ts'
import { registerFloodLimit } from './flood-limit.ts'
import { findCanonicalUrl } from './negotiation.ts'
import { type PageBinding, answerPage } from './pages.ts'
import { toRefusal } from './problem.ts'
import { type SharedLists, makeSharedLists, sharedListLifetime_ms } from './shared-lists.ts'
import { matchesEtag, sendStoredText } from './stored-text.ts'
import { sendStream } from './stream.ts'
import type { RawRequest } from './parse-raw-input.ts'
import { readRefreshCookie, writeRefreshCookie } from './refresh-cookie.ts'
import { type ApiBinding, answerCall } from './serve.ts'
import { isServerPath, parseRequestPath, sendShell } from './static.ts'

/** An endpoint of the contract, or a path outside of it, with its handler. */
export type Binding = ApiBinding | PageBinding
export type App = FastifyInstance

export const bodyLimit = 256 * 1024
/** The size limit of form bodies and of bodies in other companies' formats. */
const pageBodyLimit = 64 * 1024
/** The longest path that is looked up, far longer than ours. A longer one is answered with 404. */
const longestPath = 2048
const longestSegment = 512

/**
 * Makes the Fastify server with its guards but without routes. Bodies are read as bytes, and errors become problem
 * documents.
 */
export async function makeServer(host: HttpServices): Promise<FastifyInstance> {
  const { config } = host
  const app = fastify({
    loggerInstance: host.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => makeId(),
    bodyLimit,
    trustProxy: config.trusted_proxies.length > 0 ? config.trusted_proxies : false,
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    exposeHeadRoutes: true,
    // Fastify's own answer would lack `Retry-After`.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: false },
    frameworkErrors: (error, request, reply) =>
      void countRequest(request, reply)
        .then(() => error)
        .catch((refusal: unknown) => refusal)
        .then((reason) => fail(host, reason, request, reply)),
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error, request, reply) => fail(host, error, request, reply))
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  await app.register(helmet, helmetOptions(config.production))
  const countRequest = await registerFloodLimit(app, config.rate_limit_factor)
  app.addHook('onRequest', answerOddPath)
  // Run the call only after the body was read: the events of the body would lose an async context that was set before.
  app.addHook('preValidation', (request, _reply, done) => {
    const network = () => hashNetwork({ config, ip: findCallerIp(request) })
    runAsCall(network, host.database_timeout_ms ?? databaseTimeout_ms, done)
  })
  app.addHook('onSend', async () => endDatabaseTimeout())
  app.addHook('onResponse', async (request, { statusCode: status, elapsedTime }) => {
    if (!isServerPath(parseRequestPath(request))) return
    const { id, method, url, ip } = request
    host.log.info(
      { request_id: id, method, url, ip, status, ms: Math.round(elapsedTime) },
      'answered',
    )
  })
  if (host.draining !== undefined) drainConnections(app, host.draining)
  answerWhileClosing(app)
  await app.register(cookie)
  await app.register(compress, {
    encodings: ['br', 'gzip', 'identity'],
    threshold: 1024,
    globalDecompression: false,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  await app.register(underPressure, {
    maxEventLoopDelay: config.max_event_loop_delay_ms,
    pressureHandler: () => {
      throw makeRefusal('unavailable', { retry_after: 3 })
    },
  })
  return app
}

/** Refuses a path that is too long, and redirects to the canonical URL of a page. */
async function answerOddPath(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const path = parseRequestPath(request)
  const isTooLong = path.length > longestPath || path.split('/').some(isLongSegment)
  if (isTooLong) throw makeRefusal('not_found')
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  const canonical = findCanonicalUrl(request.url)
  return canonical === undefined ? undefined : reply.redirect(canonical, 308)
}

/**
 * Once the process drains, accepts no more connections and closes each one with its next answer. A balancer then sends
 * its next requests to another process. If a connection closed while the balancer sends a write on it, the balancer
 * could not repeat that write.
 */
function drainConnections(app: FastifyInstance, draining: AbortSignal): void {
  // HTTP's own `close` would also end connections that seem idle, although a request may be arriving on them.
  draining.addEventListener('abort', () => TcpServer.prototype.close.call(app.server))
  app.addHook('onSend', async (_request, reply) => {
    if (draining.aborted) reply.header('connection', 'close')
  })
}

/**
 * Refuses new calls while the server closes, and closes each connection after the answer that it waits for. Closing the
 * server ends only connections that are idle at that moment, so a client with a busy connection could otherwise keep
 * the server open as long as it likes.
 */
function answerWhileClosing(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', async () => {
    if (isClosing) throw makeRefusal('unavailable', { retry_after: 3 })
  })
  app.addHook('onResponse', async () => {
    if (isClosing) setImmediate(() => app.server.closeIdleConnections())
  })
}

/**
 * Mounts endpoints, pages and stand-ins, and the answers for unknown URLs. `groups` are the bindings of each room: a
 * write in a room discards the stored answers of its public lists.
 */
export function registerBindings(
  app: FastifyInstance,
  host: HttpServices,
  groups: readonly (readonly Binding[])[],
): void {
  const methods = new Map<string, KnownPath>()
  for (const group of groups) {
    const lists = makeSharedLists(host.shared_list_ms ?? sharedListLifetime_ms)
    for (const binding of group) {
      const isApi = binding.kind === 'api'
      const method = isApi ? binding.endpoint.method : binding.method
      const url = (isApi ? `/api${binding.endpoint.path}` : binding.path).replaceAll(
        /\{(\w+)\}/g,
        ':$1',
      )
      const shape = url.replaceAll('.', String.raw`\.`).replaceAll(/:\w+/g, '[^/]+')
      const known = methods.get(shape) ?? { path: new RegExp(`^${shape}$`), methods: new Set() }
      methods.set(shape, { ...known, methods: known.methods.add(method) })
      const body_kb = isApi ? binding.endpoint.body_kb : pageBodyLimit / 1024
      app.route({
        method,
        url,
        ...(body_kb !== undefined && { bodyLimit: body_kb * 1024 }),
        handler: (request, reply) => answer(host, { binding, lists }, request, reply),
      })
    }
  }
  const known = [...methods.values()]
  app.setNotFoundHandler((request, reply) => answerUnroutedRequest(host, known, request, reply))
}

async function answer(
  host: HttpServices,
  { binding, lists }: { binding: Binding; lists: SharedLists },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const call = callOf(host, request)
  const done =
    binding.kind === 'api'
      ? await answerCall(host, binding, call, lists)
      : await answerPage(host, binding, call)
  if (call.method !== 'GET' && call.method !== 'HEAD') lists.forget()
  if (done.refresh !== undefined) writeRefreshCookie(host.config, reply, done.refresh)
  if (done.follow !== undefined) return sendStream(reply, done, done.follow)
  const { etag } = done.headers
  if (etag !== undefined && matchesEtag(request, etag))
    return reply.code(304).headers(done.headers).send()
  if (done.text === undefined) return send(reply, done)
  return sendStoredText(request, reply.code(done.status).headers(done.headers), done.text)
}

const isLongSegment = (segment: string) => segment.length > longestSegment

interface KnownPath {
  path: RegExp
  methods: Set<string>
}

/** Answers requests without a route: another method of a known path, a page of the app's router, or 404. */
function answerUnroutedRequest(
  host: HttpServices,
  known: readonly KnownPath[],
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const path = parseRequestPath(request)
  const allowed = known.filter((one) => one.path.test(path)).flatMap((one) => [...one.methods])
  if (allowed.length > 0) {
    reply.header('allow', [...new Set(allowed)].join(', '))
    return fail(host, makeRefusal('method_not_allowed'), request, reply)
  }
  return sendShell(request, reply) ?? fail(host, makeRefusal('not_found'), request, reply)
}

function callOf({ config }: HttpServices, request: FastifyRequest): RawRequest {
  const url = request.raw.url ?? '/'
  const mark = url.indexOf('?')
  const refresh_token = readRefreshCookie(config, request)
  return {
    method: request.method,
    params: { ...(request.params as Record<string, string>) },
    search: mark < 0 ? '' : url.slice(mark + 1),
    headers: request.headers,
    body: request.body instanceof Uint8Array ? request.body : undefined,
    ...(refresh_token !== undefined && { refresh_token }),
    ip: findCallerIp(request),
    request_id: request.id,
  }
}

function send(reply: FastifyReply, { status, headers, body }: HttpAnswer): FastifyReply {
  return reply.code(status).headers(headers).send(Buffer.from(body))
}

/** Handles every error: sends a problem document to the caller, and logs errors of our own. */
function fail(
  host: HttpServices,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = toRefusal(error)
  if (refusal.status >= 500 && !(error instanceof Refusal)) {
    host.log.error({ err: error, request_id: request.id, url: request.url }, 'a request failed')
  }
  reply.header('x-request-id', request.id)
  return send(reply, makeRefusalAnswer(refusal, request.id))
}

/**
 * Returns the options of Helmet, which sets the security headers of all answers. Pages may use inline styles; the app's
 * documents contain their own policy.
 */
function helmetOptions(production: boolean) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' as const },
    crossOriginResourcePolicy: { policy: 'same-origin' as const },
    referrerPolicy: { policy: 'same-origin' as const },
    strictTransportSecurity: production ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' as const },
  }
}
