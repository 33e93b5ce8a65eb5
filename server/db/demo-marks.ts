import { createHash } from 'node:crypto'
import { sql } from './sql.ts'
import { referenceAlphabet } from '#contract/reference'
import type { Config } from '#server/config'
import type { Db } from '#server/db/client'

/** The password hash (argon2id) of the demo people. */
export const demoPasswordHash =
  '$argon2id$v=19$m=47104,t=1,p=1$fgYAvHdl/da0qCKeTt4yiA$LsmoLAhVX3LvopenpX053eXjuQqIny3OjK/TUBDOiq0'

/** Returns the API key of an operator of the demo country. It is the same in every demo, and not secret. */
export const makeDemoOperatorKey = (operator: string): string =>
  demoKey('op', `waka demo operator key ${operator}`)

/** The API key of the demo's own staff, which is not secret either. */
export const demoStaffKey = demoKey('st', 'waka demo staff key')

function demoKey(prefix: string, about: string): string {
  const bytes = createHash('sha256').update(about).digest()
  const letters = Array.from(bytes, (byte) => referenceAlphabet[byte & 31]).join('')
  return `${prefix}_${letters.slice(0, 6)}_${letters.slice(6)}`
}

/**
 * Throws if this server is for real people but its database contains people of the demo country. Their password and the
 * keys of their operators are published in the sources.
 */
export async function refuseDemoPeople(db: Db, { show }: Pick<Config, 'show'>): Promise<void> {
  if (show) return
  const operators = await sql<{ code: string }>`select code from operator`.execute(db)
  const names = operators.rows.map(({ code }) => makeDemoOperatorKey(code).slice(3, 9))
  const { rows } = await sql`
    select from person where password_hash = ${demoPasswordHash}
    union all
    select from operator_key where name = any (${names}::text[]) and revoked_at is null`.execute(db)
  if (rows.length > 0)
    throw new Error(
      'This database contains the demo’s people and keys, which are public. Use a new database, or remove them.',
    )
}
