import { timingSafeEqual } from 'node:crypto'
import { makeRefusal } from '#contract/errors'
import type { Scope } from '#contract/scopes'
import { sha256 } from '#server/platform/sha256'
import type { Actor, Context, Deps } from '#server/context'
import type { Db } from '#server/db/client'
import type { DeskPrincipal, OperatorPrincipal } from '#server/platform/actor'
import { makeId, randomCharacters } from '#server/platform/ids'
import { countTry } from '#server/platform/limits'
import {
  revokeApiKey,
  findOperatorKey,
  findStaffKey,
  insertOperatorKey,
  insertStaffKey,
  type ApiKeyRow,
  type NewApiKey,
  recordKeyUse,
} from './repository.ts'

/** The format of a key: `op_` or `st_`, its name, and 130 random bits in Crockford's alphabet. */
const shape = /^(?:op|st)_([0-9A-HJKMNP-TV-Z]{6})_[0-9A-HJKMNP-TV-Z]{26}$/
const nobody = Buffer.alloc(32)

type ActorOf<Kind extends Actor['kind']> = Extract<Actor, { kind: Kind }>

/**
 * Makes a function that returns the owner and scopes of an operator's key; undefined if it is not valid. Known and
 * unknown names take the same time to compare. The function throws 429 if the key is used too often.
 */
export function makeOperatorAuthenticator(
  deps: Deps,
): (token: string) => Promise<ActorOf<'operator'> | undefined> {
  return async (token) => {
    const row = await holderOf(deps, 'operator', token, findOperatorKey)
    if (row === undefined) return undefined
    const { id, operator_id, scopes } = row
    return { kind: 'operator', operator_id, key_id: id, scopes }
  }
}

/** Makes a function that returns the scopes of a key of our own staff, as `makeOperatorAuthenticator` does. */
export function makeStaffAuthenticator(
  deps: Deps,
): (token: string) => Promise<ActorOf<'staff'> | undefined> {
  return async (token) => {
    const row = await holderOf(deps, 'staff', token, findStaffKey)
    return row && { kind: 'staff', key_id: row.id, scopes: row.scopes }
  }
}

/**
 * Returns the stored row of a key; undefined if the key is not valid. The keys of operators and of our staff are all
 * checked here.
 */
async function holderOf<Row extends ApiKeyRow>(
  deps: Deps,
  kind: 'operator' | 'staff',
  token: string,
  find: (db: Db, name: string) => Promise<Row | undefined>,
): Promise<Row | undefined> {
  const name = shape.exec(token)?.[1]
  if (name === undefined) return undefined
  const row = await find(deps.db, name)
  const isIt = timingSafeEqual(sha256(token), row?.sha256 ?? nobody)
  if (!isIt || row === undefined) return undefined
  await countTry(deps, { name: `${kind}_key`, size: 600, perSecond: 10 }, row.id)
  await recordKeyUse(deps.db, kind, row.id)
  return row
}

/**
 * Makes a key for an operator by its code, with these scopes. The key is displayed once and stored as its hash. Throws
 * `not_found`.
 */
export async function makeOperatorApiKey(
  db: Db,
  operator: string,
  label: string,
  scopes: readonly Scope[],
): Promise<string> {
  const { key, row } = aKey('op', label, scopes)
  if (!(await insertOperatorKey(db, { ...row, operator }))) throw makeRefusal('not_found')
  return key
}

/** Makes a key for our own staff, as `makeOperatorApiKey` does. */
export async function makeStaffApiKey(
  db: Db,
  label: string,
  scopes: readonly Scope[],
): Promise<string> {
  const { key, row } = aKey('st', label, scopes)
  await insertStaffKey(db, row)
  return key
}

function aKey(
  prefix: 'op' | 'st',
  label: string,
  scopes: readonly Scope[],
): { key: string; row: NewApiKey } {
  const name = randomCharacters(6)
  const key = `${prefix}_${name}_${randomCharacters(26)}`
  return { key, row: { id: makeId(), name, sha256: sha256(key), label, scopes } }
}

/** Revokes an operator's key by its name or by the key itself, immediately and in every process. Throws `not_found`. */
export async function revokeOperatorApiKey(db: Db, nameOrKey: string): Promise<void> {
  if (!(await revokeApiKey(db, 'operator', nameOf(nameOrKey)))) throw makeRefusal('not_found')
}

/** Revokes a key of our own staff, as `revokeOperatorApiKey` does. */
export async function revokeStaffApiKey(db: Db, nameOrKey: string): Promise<void> {
  if (!(await revokeApiKey(db, 'staff', nameOf(nameOrKey)))) throw makeRefusal('not_found')
}

const nameOf = (nameOrKey: string) => shape.exec(nameOrKey)?.[1] ?? nameOrKey

/** Returns the operator for which the caller acts, by key or as its member. Throws `not_allowed` for other callers. */
export function requireOperator({ actor }: Pick<Context, 'actor'>): OperatorPrincipal {
  if (actor.kind === 'operator')
    return { operator_id: actor.operator_id, key_id: actor.key_id, member_id: null }
  if (actor.kind !== 'member' || actor.operator_id === null) throw makeRefusal('not_allowed')
  return { operator_id: actor.operator_id, key_id: null, member_id: actor.member_id }
}

/** Returns the key or member of our staff that acts. Throws `not_allowed` for other callers. */
function actingForStaff({ actor }: Pick<Context, 'actor'>): DeskPrincipal {
  if (actor.kind === 'staff') return { key_id: actor.key_id, member_id: null }
  if (actor.kind !== 'member' || actor.operator_id !== null) throw makeRefusal('not_allowed')
  return { key_id: null, member_id: actor.member_id }
}

/**
 * Functions that return the key or member that acts for an operator or for our own staff. Each throws `not_allowed` for
 * other callers.
 */
export const deskActorChecks = { operator: requireOperator, staff: actingForStaff }

/** Returns the calling key of our staff. Throws `not_allowed` for other callers. */
export function requireStaffKey({ actor }: Pick<Context, 'actor'>): ActorOf<'staff'> {
  if (actor.kind !== 'staff') throw makeRefusal('not_allowed')
  return actor
}
