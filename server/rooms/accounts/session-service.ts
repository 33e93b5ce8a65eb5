import type { Login } from '#contract/accounts/model'
import type { endSession as EndSession } from '#contract/accounts/endpoints'
import type { Input } from '#contract/endpoint'
import { refuse } from '#contract/errors'
import type { Context } from '#server/context'
import { endLogin, endLogins, listLogins } from './login-repository.ts'
import { callerOf } from './sessions.ts'

/** Where the caller is logged in: this device first, then the last used. */
export async function listSessions(ctx: Context): Promise<Login[]> {
  const { user_id, login_id } = callerOf(ctx)
  const logins = (await listLogins(ctx.db, user_id)).map((login) => ({
    id: login.id,
    device: login.device,
    created_at: login.created_at.toISOString(),
    last_used_at: login.last_used_at.toISOString(),
    is_this_one: login.id === login_id,
  }))
  return logins.toSorted((a, b) => Number(b.is_this_one) - Number(a.is_this_one))
}

/** Logs one of the caller's devices out. Throws `not_found` for a login that is not hers or has ended. */
export async function endSession(ctx: Context, { id }: Input<typeof EndSession>) {
  if (!(await endLogin(ctx.db, id, callerOf(ctx).user_id))) throw refuse('not_found')
  return { ended: 1 }
}

/** Logs the caller out everywhere but here. */
export async function endOtherSessions(ctx: Context) {
  const { user_id, login_id } = callerOf(ctx)
  return { ended: await endLogins(ctx.db, user_id, login_id) }
}
