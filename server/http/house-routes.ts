import type { FastifyInstance } from 'fastify'
import { timingSafeEqual } from 'node:crypto'
import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { Endpoint } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import { sha256 } from '#server/platform/sha256'
import type { Config } from '#server/config'
import type { Db } from '#server/db/client'
import { findHorizons, needsMoreDepartures } from '#server/jobs/horizon'
import { renderDocsPage } from './docs-page.ts'
import type { HttpServices } from './host.ts'
import { makeOpenApi } from './openapi.ts'
import { smsCounter } from '#server/platform/sms-figures'
import { checkDatabase } from './repository.ts'
import { type StoredText, sendStoredText, compressText } from './stored-text.ts'

/**
 * A metric of a room for `/metrics`, read at each request. `read` returns the value for each value of the label `what`.
 */
export interface RoomMetric {
  name: string
  help: string
  read: (db: Db) => Promise<Record<string, number>>
}

/**
 * Adds the routes about the server itself: `/healthz` (the process is running), `/readyz` (the database answers and
 * has its tables, and the process is not about to stop; how far ahead departures exist), `/metrics` (Prometheus),
 * `/api/openapi.json` and `/api/docs`.
 */
export function registerServerRoutes(
  app: FastifyInstance,
  host: HttpServices,
  rooms: Record<string, readonly Endpoint[]>,
  figures: readonly RoomMetric[],
): void {
  const probe = { config: { flood: 'probes' } } as const
  app.get('/healthz', probe, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ alive: true }),
  )
  app.get('/readyz', probe, async (_request, reply) => {
    if (host.draining?.aborted) throw makeRefusal('unavailable', { retry_after: 3 })
    await checkDatabase(host.db)
    return reply
      .header('cache-control', 'no-store')
      .send({ ready: true, departures: await departuresAhead(host) })
  })
  const metrics = measure(app, host, figures)
  app.get('/metrics', probe, async (request, reply) => {
    if (!mayMeasure(host.config, request.headers.authorization)) throw makeRefusal('not_found')
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.metrics())
  })
  const keep = 'public, max-age=300'
  // Make the description and the page at the first request, not at the start, since they take half a second.
  let description: Promise<StoredText> | undefined
  let page: Promise<StoredText> | undefined
  app.get('/api/openapi.json', async (request, reply) => {
    description ??= makeOpenApi(rooms).then((whole) =>
      compressText('application/json; charset=utf-8', JSON.stringify(whole)),
    )
    return sendStoredText(request, reply.header('cache-control', keep), await description)
  })
  app.get('/api/docs', async (request, reply) => {
    page ??= renderDocsPage(rooms).then((html) => compressText('text/html; charset=utf-8', html))
    return sendStoredText(request, reply.header('cache-control', keep), await page)
  })
}

/** Returns the number of days for which all operators have their departures, and the operators with too few days. */
async function departuresAhead({ db }: HttpServices) {
  const horizons = await findHorizons(db)
  const [shortest] = horizons
  const short = horizons.filter(needsMoreDepartures)
  return { days: shortest?.days ?? null, short_operators: short.length, short: short.slice(0, 20) }
}

function mayMeasure({ metrics_token, production, show }: Config, given = ''): boolean {
  if (metrics_token === undefined) return show && !production
  return timingSafeEqual(sha256(given), sha256(`Bearer ${metrics_token}`))
}

function measure(
  app: FastifyInstance,
  { db, replicas }: HttpServices,
  figures: readonly RoomMetric[],
): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  registry.registerMetric(smsCounter)
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  if (replicas !== undefined)
    new Gauge({
      name: 'database_replicas_fresh',
      help: 'Replicas that are up to date and read',
      registers: [registry],
      collect() {
        this.set(replicas.countFresh())
      },
    })
  new Gauge({
    name: 'departures_days_ahead',
    help: 'Days for which an operator has all its departures',
    labelNames: ['operator'],
    registers: [registry],
    async collect() {
      this.reset()
      // If the database fails, skip these metrics: the others do not need it.
      for (const { operator, days } of await findHorizons(db).catch(() => []))
        this.set({ operator }, days)
    },
  })
  for (const { name, help, read } of figures)
    new Gauge({
      name,
      help,
      labelNames: ['what'],
      registers: [registry],
      async collect() {
        this.reset()
        const found = await read(db).catch(() => ({}))
        for (const [what, value] of Object.entries(found)) this.set({ what }, value)
      },
    })
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: String(reply.statusCode),
    }
    seconds.observe(labels, reply.elapsedTime / 1000)
  })
  return registry
}
