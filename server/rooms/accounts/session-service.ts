import { ForgotPasswordInput, type DeviceSession } from '#contract/accounts/model'
import type { endSession as EndSession } from '#contract/accounts/endpoints'
import type { Input } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import { parseContact } from './contacts.ts'
import {
  endAllLogins,
  endLogin,
  endLogins,
  findEndedLogins,
  deleteOldLogins,
  isLoginActive,
  listLogins,
} from './login-repository.ts'
import { findPersonIdsByContact, findPerson } from './person-repository.ts'
import { requireUser } from './sessions.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns the caller's logins: this device first, then by last use. */
export async function listSessions(ctx: Context): Promise<DeviceSession[]> {
  const { user_id, login_id } = requireUser(ctx)
  const logins = (await listLogins(ctx.db, user_id)).map((login) => ({
    id: login.id,
    device: login.device,
    created_at: login.created_at.toISOString(),
    last_used_at: login.last_used_at.toISOString(),
    is_this_one: login.id === login_id,
  }))
  return logins.toSorted((a, b) => Number(b.is_this_one) - Number(a.is_this_one))
}

/** Logs out one of the caller's devices. Throws `not_found` for another person's login or one that has ended. */
export async function endSession(ctx: Context, { id }: Input<typeof EndSession>) {
  if (!(await endLogin(ctx.db, id, requireUser(ctx).user_id))) throw makeRefusal('not_found')
  return { ended: 1 }
}

/** `ended`: how many logins on other devices were open. */
export async function endOtherSessions(ctx: Context) {
  const { user_id, login_id } = requireUser(ctx)
  return { ended: await endLogins(ctx.db, user_id, login_id) }
}

/**
 * Ends the logins of every account with the email address, phone number or id `who`; without it, of all accounts. For
 * the console. Takes effect at the next call to any process. Throws if no account matches.
 */
async function endLoginsAt(
  db: Db,
  who: string | undefined,
): Promise<{ people: string[]; ended: number }> {
  if (who === undefined) {
    const ended = await endAllLogins(db)
    return { people: [...new Set(ended)], ended: ended.length }
  }
  const people = await accountsOf(db, who)
  if (people.length === 0) throw new Error(`No account has the address or id ${who}.`)
  const counts = await Promise.all(people.map((id) => endLogins(db, id)))
  return { people, ended: counts.reduce((sum, count) => sum + count, 0) }
}

async function accountsOf(db: Db, who: string): Promise<string[]> {
  if (uuid.test(who)) return (await findPerson(db, who)) === undefined ? [] : [who]
  const read = ForgotPasswordInput.safeParse({ login: who })
  return read.success ? findPersonIdsByContact(db, parseContact(read.data.login)) : []
}

/** Session operations for other rooms. */
export const logins = {
  list: listLogins,
  isActive: isLoginActive,
  end: endLogins,
  endAt: endLoginsAt,
  findEnded: findEndedLogins,
  forgetOld: deleteOldLogins,
}
