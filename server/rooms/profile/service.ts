import type { Input, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type {
  updateProfile as updateProfileEndpoint,
  adoptGuestBookings as adoptGuestBookingsEndpoint,
  listGuestBookings as listGuestBookingsEndpoint,
} from '#contract/profile/endpoints'
import type { User } from '#contract/profile/model'
import type { Context } from '#server/context'
import { inTransaction } from '#server/db/client'
import { requireUser, getUserProfile, logins, confirmIdentity } from '#server/rooms/accounts'
import { listBookingsById } from '#server/rooms/bookings'
import { notifyOfContactRemoval } from './account-messages.ts'
import {
  adoptGuestBookings as adopt,
  findGuestBookings,
  lockPerson,
  savePerson,
} from './repository.ts'

export async function fetchProfile(ctx: Context): Promise<User> {
  return getUserProfile(ctx.db, requireUser(ctx).user_id)
}

/**
 * Changes the given fields. A new email or phone needs the password and is unverified until its code is entered. Throws
 * `wrong_password`, `login_too_old`, and `invalid_input` if neither an email address nor a phone number would be left;
 * `not_signed_in` if the login has ended in the meantime.
 */
export async function updateProfile(
  ctx: Context,
  input: Input<typeof updateProfileEndpoint>,
): Promise<Output<typeof updateProfileEndpoint>> {
  const { user_id, login_id } = requireUser(ctx)
  const changes = changesOf(input)
  const isProved = movesContact(await getUserProfile(ctx.db, user_id), changes)
  if (isProved) await confirmIdentity(ctx, input.password)
  return inTransaction(ctx.db, async (tx) => {
    await lockPerson(tx, user_id)
    // The owner may have set a new password while the old one was checked. It ends the logins of a thief, who must not
    // take the account over by another address.
    if (!(await logins.isActive(tx, login_id, user_id))) throw makeRefusal('not_signed_in')
    const before = await getUserProfile(tx, user_id)
    const notifications = { ...before.notifications, ...changes.notifications }
    const after = { ...before, ...changes, notifications }
    // Another call has changed the email address or phone number since the first read, so these changes now need the
    // password.
    if (movesContact(before, changes) && !isProved) throw makeRefusal('wrong_password')
    refuseUnreachable(after)
    await savePerson(tx, user_id, after)
    await notifyOfContactRemoval(tx, ctx.config, before, after)
    return getUserProfile(tx, user_id)
  })
}

/**
 * Returns bookings that were made without an account under a verified email address or phone number of the user; the
 * newest hundred.
 */
export async function listGuestBookings(
  ctx: Context,
): Promise<Output<typeof listGuestBookingsEndpoint>> {
  return listBookingsById(ctx.db, await findGuestBookings(ctx.db, requireUser(ctx).user_id))
}

/**
 * Adds bookings that were made without an account, under a verified email address or phone number of the user, to the
 * account. Returns how many.
 */
export async function adoptGuestBookings(
  ctx: Context,
): Promise<Output<typeof adoptGuestBookingsEndpoint>> {
  return { adopted: await adopt(ctx.db, requireUser(ctx).user_id) }
}

type Changes = Partial<Omit<User, 'notifications'>> & {
  notifications?: Partial<User['notifications']>
}

/** Returns the changed fields without the password. The email is in lower case, as accounts store it. */
function changesOf({ password: _, ...given }: Input<typeof updateProfileEndpoint>): Changes {
  const isGiven = ([, value]: [string, unknown]) => value !== undefined
  const changes: Changes = Object.fromEntries(Object.entries(given).filter(isGiven))
  return typeof changes.email === 'string'
    ? { ...changes, email: changes.email.toLowerCase() }
    : changes
}

function movesContact(user: User, { email = user.email, phone = user.phone }: Changes): boolean {
  return email !== user.email || phone !== user.phone
}

function refuseUnreachable({ email, phone }: User): void {
  if (email !== null || phone !== null) return
  const sentence = 'Keep an email address or a phone number, or you will not be able to log in.'
  throw makeRefusal('invalid_input', { fields: { email: sentence, phone: sentence } })
}
