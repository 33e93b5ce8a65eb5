import {
  type Endpoint,
  type Input,
  isLoggedAtDesk,
  isSameForEverybody,
  type ListAnswer,
  type Meta,
  type Output,
} from '#contract/endpoint'
import { Refusal, makeRefusal } from '#contract/errors'
import { product } from '#contract/product'
import type { Actor, Context, DeskActor } from '#server/context'
import { inTransaction } from '#server/db/client'
import { setCauser } from '#server/db/current-work'
import type { StreamAnswer } from '#server/platform/live'
import { type CallOutcome, logCall } from '#server/platform/security-events'
import { identifyCauser, identifyPrincipal, checkAccess, findActor } from './actor.ts'
import type { HttpServices } from './host.ts'
import {
  type FileAnswer,
  type HttpAnswer,
  type RefreshAnswer,
  makeRefusalAnswer,
  serializeAnswer,
} from './http-answer.ts'
import {
  runOnceWithOwnTransactions,
  runOnceInTransaction,
  parseIdempotentWrite,
} from './idempotency.ts'
import { findLimits, enforceCallLimit } from './limits.ts'
import { parseInput } from './parse-input.ts'
import { type RawRequest, parseRawInput } from './parse-raw-input.ts'
import { refuseOtherOrigins } from './refresh-cookie.ts'
import type { SharedLists } from './shared-lists.ts'

/**
 * The return value of a handler: the data. If the endpoint has `meta`: data and meta; `file`: the file; `cookie`: the
 * data and the cookie.
 */
export type Answer<E extends Endpoint> =
  Meta<E> extends undefined
    ? Output<E> | FileAnswer | StreamAnswer | RefreshAnswer<Output<E>>
    : ListAnswer<E>
/** The function that answers an endpoint. `prepared`: what its `prepare` function returned, if it has one. */
export type Handler<E extends Endpoint, Prepared = undefined> = (
  ctx: Context,
  input: Input<E>,
  prepared: Prepared,
) => Answer<E> | Promise<Answer<E>>

/** A call whose input the schema has accepted. */
interface AcceptedCall {
  /** The input as the schema has read it. */
  input: unknown
  /** Does slow work that must not happen inside a transaction, such as decoding a photo. */
  prepare?: (ctx: Context) => Promise<unknown>
  /** Runs the handler with the result of `prepare`. */
  run: (ctx: Context, prepared: unknown) => unknown
}

export interface ApiBinding {
  kind: 'api'
  endpoint: Endpoint
  /** Checks the input; throws `invalid_input`. */
  accept: (sent: unknown) => AcceptedCall
}

/**
 * Binds an endpoint to its handler, which receives only input that the schema accepts. `prepare` runs first, outside
 * the transaction, and its result is passed to the handler. A repeated request whose answer is stored runs neither.
 */
export function bindEndpoint<E extends Endpoint>(endpoint: E, handler: Handler<E>): ApiBinding
export function bindEndpoint<E extends Endpoint, Prepared>(
  endpoint: E,
  handler: Handler<E, Prepared>,
  prepare: (ctx: Context, input: Input<E>) => Promise<Prepared>,
): ApiBinding
export function bindEndpoint<E extends Endpoint, Prepared>(
  endpoint: E,
  handler: Handler<E, Prepared>,
  prepare?: (ctx: Context, input: Input<E>) => Promise<Prepared>,
): ApiBinding {
  return {
    kind: 'api',
    endpoint,
    accept(sent) {
      const input = parseInput<E['input']>(endpoint.input, sent)
      return {
        input,
        ...(prepare && { prepare: (ctx) => prepare(ctx, input) }),
        run: (ctx, prepared) => handler(ctx, input, prepared as Prepared),
      }
    },
  }
}

/**
 * Answers a call. Applies the limits, reads input and caller, checks the input, runs the handler (once per idempotency
 * key), and checks the output; answers public lists from the cache `lists` if it has them. Throws refusals and
 * unexpected errors, after logging the outcome.
 */
export async function answerCall(
  host: HttpServices,
  binding: ApiBinding,
  call: RawRequest,
  lists: SharedLists,
): Promise<HttpAnswer> {
  const seen: CallFacts = {}
  const note = (outcome: string) => {
    const { name } = binding.endpoint
    const { request_id, ip } = call
    logCall(host, { actor: undefined, input: undefined, ...seen, name, outcome, request_id, ip })
  }
  try {
    const answered = await answerOnce(host, binding, { call, lists, seen })
    if (answered.headers['idempotency-replayed'] === undefined) note(outcomeOf(answered))
    return answered
  } catch (error) {
    note(error instanceof Refusal ? error.code : 'failed')
    throw error
  }
}

/** The facts about a call that security events use. */
type CallFacts = { -readonly [Name in 'actor' | 'input' | 'result']?: CallOutcome[Name] }

function outcomeOf({ status, body }: HttpAnswer): string {
  if (status < 400) return 'ok'
  return typeof body === 'string' ? String(JSON.parse(body).code) : String(status)
}

async function answerOnce(
  host: HttpServices,
  { endpoint, accept }: ApiBinding,
  { call, lists, seen }: { call: RawRequest; lists: SharedLists; seen: CallFacts },
): Promise<HttpAnswer> {
  if (call.params['p'] !== product.slug) throw makeRefusal('not_found')
  if (endpoint.cookie !== undefined) refuseOtherOrigins(host.config, call)
  for (const limit of findLimits(endpoint, call)) await enforceCallLimit(host, limit, call.ip)
  const { input, phone } = parseRawInput(endpoint, call)
  seen.input = input
  const actor = await findActor(host, endpoint, call, phone)
  seen.actor = actor
  checkAccess(actor, endpoint)
  const causer = identifyCauser(actor)
  if (causer !== undefined) setCauser(causer)
  const accepted = accept(input)

  const { request_id, ip, refresh_token } = call
  const agent = call.headers['user-agent']?.toString().slice(0, 512)
  const log = host.log.child({ request_id, call: endpoint.name })
  const replicas = mayReadReplica(endpoint, call) ? host.replicas : undefined
  const contextOf = (db: Context['db'], key?: Context['once']): Context => ({
    db,
    ...(replicas && { primary: host.db }),
    actor,
    request_id,
    log,
    config: host.config,
    payables: host.payables,
    ip,
    ...(host.live && { live: host.live }),
    ...lastSeen(call),
    ...(agent && { agent }),
    ...(endpoint.cookie && refresh_token && { refresh_token }),
    ...(key && { once: key }),
  })
  const noted = isAtDesk(actor) && isLoggedAtDesk(endpoint) ? actor : undefined
  let prepared: unknown
  const prepare =
    accepted.prepare &&
    (async () => {
      prepared = await accepted.prepare?.(contextOf(host.db))
    })
  const run = async (db: Context['db'], key?: Context['once']) => {
    const context = contextOf(db, key)
    const known = isSameForEverybody(endpoint) ? hideCaller(context) : context
    seen.result = await accepted.run(known, prepared)
    if (noted) await host.desk.note(db, noted, actOf(endpoint, input, seen.result))
    return serializeAnswer(endpoint, seen.result)
  }
  if (replicas) return replicas.read(run)
  if (endpoint.cache === 'lookup') return lists.find(endpoint, accepted.input, () => run(host.db))
  if (endpoint.streams === true) return run(host.db)
  if (endpoint.idempotency === undefined) {
    await prepare?.()
    if (noted) return inTransaction(host.db, run)
    return run(host.db)
  }
  if (endpoint.idempotency === 'optional' && call.headers['idempotency-key'] === undefined) {
    await prepare?.()
    return inTransaction(host.db, run)
  }
  const once = await parseIdempotentWrite(
    host.config,
    call,
    identifyPrincipal(actor, ip),
    endpoint.name,
    input,
  )
  const runOnce =
    endpoint.idempotency === 'handler' ? runOnceWithOwnTransactions : runOnceInTransaction
  return runOnce(
    host.db,
    once,
    (db) => run(db, once),
    (refusal) => makeRefusalAnswer(refusal, request_id),
    prepare,
  )
}

/** Returns a context whose `actor` throws when it is read, for a call whose answer is the same for everybody. */
const hideCaller = (context: Context): Context =>
  Object.defineProperty({ ...context }, 'actor', {
    get: () => {
      throw new Error('an answer that is the same for everybody cannot depend on the caller')
    },
    enumerable: false,
  })

/**
 * Whether a call may read from a replica: its answer may be a few seconds old, and the caller has not sent
 * `Cache-Control: no-cache`. The app sends that header after a write that the answer must contain.
 */
const mayReadReplica = ({ shared_cache_s }: Endpoint, { headers }: RawRequest): boolean =>
  shared_cache_s !== undefined && !/\bno-cache\b/.test(String(headers['cache-control']))

const isAtDesk = (actor: Actor): actor is DeskActor =>
  actor.kind === 'member' || actor.kind === 'operator' || actor.kind === 'staff'

/** Returns the subject and reason of a member's action for the audit log. */
function actOf({ name, access }: Endpoint, input: unknown, result: unknown) {
  const word = (of: unknown, key: string, most: number) => {
    const value = typeof of === 'object' && of !== null ? Reflect.get(of, key) : undefined
    return typeof value === 'string' && value !== '' ? value.slice(0, most) : undefined
  }
  const subject =
    word(input, 'id', 80) ??
    word(input, 'reference', 80) ??
    word(result, 'id', 80) ??
    word(result, 'reference', 80) ??
    // Only staff calls: elsewhere `code` may be a secret, such as the code of an invitation.
    (access === 'staff' ? word(input, 'code', 80) : undefined)
  return { act: name, subject, reason: word(input, 'reason', 500) }
}

/** Returns the last event that the caller has received. */
function lastSeen({ headers }: RawRequest): { last_event?: number } {
  const eventId = headers['last-event-id']
  return typeof eventId === 'string' && /^\d{1,15}$/.test(eventId)
    ? { last_event: Number(eventId) }
    : {}
}
