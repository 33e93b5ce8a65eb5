import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { makeRefusal } from '#contract/errors'
import { floodLimits } from './limits.ts'

/** The limit that counts the requests to a route; `calls` by default. */
type FloodLimit = 'calls' | 'files' | 'probes'

declare module 'fastify' {
  interface FastifyContextConfig {
    flood?: FloodLimit
  }
}

type CountRequest = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

const headers = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
}

/**
 * Adds the hook that counts each request of an IP address, in this process alone, and throws 429 above the limit. Hooks
 * that are added later run only for requests within the limit. Returns the function that counts, for requests that
 * Fastify answers without hooks.
 */
export async function registerFloodLimit(
  app: FastifyInstance,
  factor: number,
): Promise<CountRequest> {
  await app.register(rateLimit, {
    global: false,
    timeWindow: floodLimits.seconds * 1000,
    addHeaders: headers,
    addHeadersOnExceeding: headers,
    errorResponseBuilder: (_request, { ttl }) =>
      makeRefusal('too_many_requests', { retry_after: ttl / 1000 }),
  })
  const counter = (limit: FloodLimit) => app.rateLimit({ max: floodLimits[limit] * factor })
  const counters = { calls: counter('calls'), files: counter('files'), probes: counter('probes') }
  const countRequest: CountRequest = (request, reply) =>
    counters[request.routeOptions.config?.flood ?? 'calls'].call(app, request, reply)
  app.addHook('onRequest', countRequest)
  return countRequest
}
