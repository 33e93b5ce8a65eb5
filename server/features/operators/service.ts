import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { referenceAlphabet } from '#contract/reference'
import { refuse } from '#contract/errors'
import type { Actor, Context, Deps } from '#server/context'
import type { Db } from '#server/db/client'
import { newId } from '#server/ids'
import { spendOwn } from '#server/limits'
import { endKey, findKey, insertKey, noteUse } from './repository.ts'

/** `op_`, the key's name, and 130 random bits, in letters that survive being typed. */
const shape = /^op_([0-9A-HJKMNP-TV-Z]{6})_[0-9A-HJKMNP-TV-Z]{26}$/
const perKey = { name: 'operator_key', size: 600, perSecond: 10 }
const nobody = Buffer.alloc(32)

/**
 * Whose key this is, or undefined when it is none of ours (any more). A known and an unknown name cost
 * the same comparison. Throws 429 when the key is used too often.
 */
export function authenticateOperator(
  deps: Deps,
): (token: string) => Promise<Extract<Actor, { kind: 'operator' }> | undefined> {
  return async (token) => {
    const name = shape.exec(token)?.[1]
    if (name === undefined) return undefined
    const row = await findKey(deps.db, name)
    const isIt = timingSafeEqual(sha256(token), row?.sha256 ?? nobody)
    if (!isIt || row === undefined) return undefined
    await spendOwn(deps, perKey, row.id)
    await noteUse(deps.db, row.id)
    return { kind: 'operator', operator_id: row.operator_id, key_id: row.id }
  }
}

/** Makes a key for an operator by its code. It is told once and stored as its hash. Throws `not_found`. */
export async function makeOperatorKey(db: Db, operator: string, label: string): Promise<string> {
  const name = letters(6)
  const key = `op_${name}_${letters(26)}`
  const row = { id: newId(), operator, name, sha256: sha256(key), label }
  if (!(await insertKey(db, row))) throw refuse('not_found')
  return key
}

/** Ends a key, at once and everywhere, by its name or by itself. Throws `not_found`. */
export async function revokeOperatorKey(db: Db, nameOrKey: string): Promise<void> {
  const name = shape.exec(nameOrKey)?.[1] ?? nameOrKey
  if (!(await endKey(db, name))) throw refuse('not_found')
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()
const letters = (count: number) =>
  Array.from(randomBytes(count), (byte) => referenceAlphabet[byte & 31]).join('')

/** The operator whose key calls, and the key. Throws `not_allowed` for everybody else. */
export function callingOperator({ actor }: Pick<Context, 'actor'>) {
  if (actor.kind !== 'operator') throw refuse('not_allowed')
  return actor
}
