import { showSecondFactor, startSecondFactor } from '#contract/members/endpoints'
import type { Role } from '#contract/members/rules'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { decodeBase32, makeHotp, computeTotpStep } from '#server/platform/totp'
import { addToDesk } from '#server/rooms/members'
import { aUser, type MadeUser, type UserOptions } from './people.ts'
import type { Caller, TestServer } from '#tests/support/server/test-server'

/** Returns the code that an authenticator app shows, `later` steps of 30 seconds after the database's now. */
export async function computeTotpCode(db: Db, secret: string, later = 0): Promise<string> {
  const { rows } = await sql<{
    now: number
  }>`select extract(epoch from now())::float8 as now`.execute(db)
  return makeHotp(decodeBase32(secret), computeTotpStep(rows[0]?.now ?? 0) + later)
}

/** Makes a member of an operator's desk (by the operator's id), or of our own, without a second factor. */
export async function aMember(
  server: TestServer,
  { operator_id = null, role, ...user }: { operator_id?: string | null; role: Role } & UserOptions,
): Promise<MadeUser> {
  const made = await aUser(server, user)
  const { rows } = await sql<{
    code: string
  }>`select code from operator where id = ${operator_id}::uuid`.execute(server.db)
  const email = made.user.email ?? ''
  await addToDesk(server.db, { email, operator: rows[0]?.code ?? null, role })
  return made
}

/** Sets up a second factor, and enters its first code; returns the secret and the recovery codes. */
export async function addSecondFactor(
  { call, db }: TestServer,
  as: Caller,
): Promise<{ secret: string; recovery_codes: string[] }> {
  const { data } = await call(startSecondFactor, {}, { as })
  const shown = await call(
    showSecondFactor,
    { code: await computeTotpCode(db, data.secret) },
    { as },
  )
  if (shown.status !== 200) throw new Error(shown.text)
  return { secret: data.secret, recovery_codes: shown.data.recovery_codes ?? [] }
}

/** Makes a member of an operator's desk who has entered their second factor. */
export async function aSecondFactorMember(
  server: TestServer,
  { operator_id, role }: { operator_id: string; role: Role },
): Promise<MadeUser> {
  const made = await aMember(server, { operator_id, role })
  await addSecondFactor(server, made.as)
  return made
}

/** Makes a member of our staff who has entered their second factor. */
export async function aStaffMember(server: TestServer, role: Role = 'admin'): Promise<MadeUser> {
  const made = await aMember(server, { role })
  await addSecondFactor(server, made.as)
  return made
}
