import { createHash } from 'node:crypto'
import { type Endpoint, isSameForEverybody } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type { Actor, MemberActor } from '#server/context'
import type { HttpServices } from './host.ts'
import type { RawRequest } from './parse-raw-input.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const visible = /^[\x21-\x7e]{1,512}$/

/**
 * Finds the caller: the owner of the bearer token, otherwise a guest with their proof (`?phone=`, guest token, device).
 * Throws 401 for an invalid token instead of treating its user as a guest, except at calls that renew the token.
 * `checkAccess` decides whether the caller may use the endpoint; the service decides what they own.
 */
export async function findActor(
  host: HttpServices,
  endpoint: Endpoint,
  call: RawRequest,
  phone: string | undefined,
): Promise<Actor> {
  const isOpen = isSameForEverybody(endpoint) || endpoint.access === 'provider'
  const token = isOpen ? undefined : bearerOf(call)
  const visitor = guest(call, phone)
  const bearer = token === undefined ? undefined : await holder(host, token)
  const user = bearer?.kind === 'user' ? { ...bearer, ...deviceIn(call) } : bearer
  const known = token === undefined ? visitor : user
  const actor = known ?? (endpoint.cookie === undefined ? undefined : visitor)
  if (actor === undefined) throw makeRefusal('not_signed_in')
  const isForDesks = ['operator', 'staff', 'desk'].includes(endpoint.access)
  if (actor.kind !== 'user' || !isForDesks) return actor
  return (await host.desk.member(actor)) ?? actor
}

/**
 * Throws 401 or 403 for callers without the required login, scope or role, and 404 at a desk of which they are not a
 * member. No other code makes this check.
 */
export function checkAccess(actor: Actor, endpoint: Endpoint): void {
  const { access, scope } = endpoint
  if (access !== 'user' && access !== 'operator' && access !== 'staff' && access !== 'desk') return
  if (actor.kind === 'guest') throw makeRefusal('not_signed_in')
  if (access === 'desk' && actor.kind !== 'member') throw makeRefusal('not_found')
  if (actor.kind === 'member') return refuseMember(actor, endpoint)
  if (actor.kind !== access) throw makeRefusal('not_allowed')
  if (actor.kind === 'user' || (scope !== undefined && actor.scopes.includes(scope))) return
  const detail = `This key may not do this: it lacks the scope "${scope}". Ask for a key that has it.`
  throw makeRefusal('not_allowed', { detail })
}

function refuseMember(member: MemberActor, endpoint: Endpoint): void {
  const { access, scope, roles = [], before_proof, needs_factor } = endpoint
  const isHere = access === 'desk' || (access === 'staff') === (member.operator_id === null)
  const may =
    access === 'desk'
      ? roles.includes(member.role)
      : scope !== undefined && member.scopes.includes(scope)
  if (!isHere || !may) throw makeRefusal('not_allowed')
  const isUnproved = member.proof === 'none' ? needs_factor === true : member.proof === 'asked'
  if (isUnproved && before_proof !== true) throw makeRefusal('second_factor_needed')
}

/**
 * Returns the owner of an idempotency key, since two people may use the same key. A guest is identified by device and
 * proof, so that an answer is repeated only to a caller who could have received it.
 */
export function identifyPrincipal(actor: Actor, ip: string): string {
  if (actor.kind === 'user') return actor.user_id
  if (actor.kind === 'operator') return `operator:${actor.operator_id}`
  if (actor.kind === 'staff') return `staff:${actor.key_id}`
  if (actor.kind === 'member') return `member:${actor.member_id}`
  const { device_id, guest_token, phone } = actor
  const shown = createHash('sha256')
    .update(JSON.stringify([guest_token, phone]))
    .digest('base64url')
  return `guest:${device_id ?? ip}:${shown}`
}

/** Returns who causes the jobs of a call; undefined for guests, who are known by their network alone. */
export function identifyCauser(actor: Actor): string | undefined {
  if (actor.kind === 'guest') return undefined
  if (actor.kind === 'user') return actor.user_id
  if (actor.kind === 'staff') return actor.key_id
  if (actor.kind === 'operator') return actor.operator_id
  return actor.operator_id ?? actor.user_id
}

function holder(host: HttpServices, token: string): Promise<Actor | undefined> {
  if (token.startsWith('op_')) return host.authenticate.operator(token)
  if (token.startsWith('st_')) return host.authenticate.staff(token)
  return host.authenticate.user(token)
}

function bearerOf(call: RawRequest): string | undefined {
  const header = call.headers['authorization']
  if (typeof header !== 'string') return undefined
  const token = /^Bearer ([\x21-\x7e]{1,4096})$/i.exec(header)?.[1]
  if (token === undefined) throw makeRefusal('not_signed_in')
  return token
}

function guest(call: RawRequest, phone: string | undefined): Actor {
  const guestToken = call.headers['x-guest-token']
  return {
    kind: 'guest',
    ...(phone !== undefined && { phone }),
    ...(typeof guestToken === 'string' && visible.test(guestToken) && { guest_token: guestToken }),
    ...deviceIn(call),
  }
}

/** Returns the id that the app gives to each phone. */
function deviceIn(call: RawRequest): { device_id?: string } {
  const device = call.headers['x-device-id']
  const isOne = typeof device === 'string' && uuid.test(device)
  return isOne ? { device_id: device.toLowerCase() } : {}
}
