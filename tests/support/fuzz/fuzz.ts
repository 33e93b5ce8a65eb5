import fc from 'fast-check'
import type { Endpoint } from '#contract/endpoint'
import { type ErrorCode, errorTable } from '#contract/errors'
import type { App } from '#server/http/fastify'
import { listRefusals } from '#server/http/openapi'
import { type KnownValues, makeCases } from './cases.ts'

export type { KnownValues } from './cases.ts'

/** Returns how an answer violates the contract; undefined if it does not. */
function complaintAbout(
  endpoint: Endpoint,
  answer: { statusCode: number; body: string; headers: Record<string, unknown> },
): string | undefined {
  const { statusCode, body } = answer
  if (statusCode >= 500) return `a ${statusCode}: ${body.slice(0, 300)}`
  if (statusCode === 200) return successComplaint(endpoint, answer)
  if (answer.headers['content-type'] !== 'application/problem+json')
    return `a ${statusCode} that is no problem document`
  const problem = JSON.parse(body) as { code: ErrorCode; status: number }
  if (!(problem.code in errorTable)) return `the unknown code ${problem.code}`
  if (errorTable[problem.code][0] !== statusCode || problem.status !== statusCode)
    return `${problem.code} with ${statusCode}`
  if (listRefusals(endpoint).includes(problem.code)) return undefined
  const isElsewhere = problem.code === 'not_found' || problem.code === 'method_not_allowed'
  return isElsewhere ? undefined : `${problem.code}, which ${endpoint.name} does not promise`
}

function successComplaint(
  endpoint: Endpoint,
  { body, headers }: { body: string; headers: Record<string, unknown> },
): string | undefined {
  if (endpoint.file !== undefined)
    return headers['content-type'] === endpoint.file ? undefined : 'a file of another type'
  const { data, meta } = JSON.parse(body) as { data: unknown; meta?: unknown }
  if (!endpoint.output.safeParse(data).success)
    return `data outside the contract: ${body.slice(0, 300)}`
  if (endpoint.meta && !endpoint.meta.safeParse(meta).success)
    return `meta outside the contract: ${body.slice(0, 300)}`
  return undefined
}

export interface FuzzOptions {
  cases: number
  known?: KnownValues
  headers?: Record<string, string>
  seed?: number
}

/**
 * Sends `cases` requests to an endpoint and counts the statuses. Throws at a bad answer, with the fault and the
 * smallest request that causes it.
 */
export async function fuzzEndpoint(
  app: App,
  endpoint: Endpoint,
  options: FuzzOptions,
): Promise<Map<number, number>> {
  const { cases, known, headers, seed } = options
  const statuses = new Map<number, number>()
  let complaint: string | undefined
  const property = fc.asyncProperty(makeCases(endpoint, known, headers), async (shot) => {
    const answer = await app.inject(shot)
    statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
    const wrong = complaintAbout(endpoint, answer)
    if (wrong !== undefined) complaint = wrong
    return wrong === undefined
  })
  const run = await fc.check(property, { numRuns: cases, ...(seed !== undefined && { seed }) })
  if (!run.failed) return statuses
  const shot = JSON.stringify(run.counterexample?.[0]).slice(0, 2000)
  throw new Error(
    `${endpoint.name} answered ${complaint ?? String(run.errorInstance)}\nseed ${run.seed}: ${shot}`,
  )
}
