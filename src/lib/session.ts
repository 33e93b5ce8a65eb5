import type { Session } from '#contract/accounts/model'
import type { User } from '#contract/profile/model'
import { forget, read, useKept, write } from '#lib/device'

/** What stands in the place of a user who is logged out (spec.md section 4). */
export const noUser = 'no user'

/** Seconds per unit, as spec.md section 9 has them. */
const unitSeconds = { second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800 } as const

/** Seconds in `<number> <unit>`, singular or plural: `30 minutes` is 1800. Throws RangeError for other text. */
export function lifetimeOf(expires_in: string): number {
  const [, number, unit] = /^(\d+) (second|minute|hour|day|week)s?$/.exec(expires_in) ?? []
  const lifetime = Number(number) * unitSeconds[(unit ?? 'second') as keyof typeof unitSeconds]
  if (!(lifetime > 0)) throw new RangeError(`"${expires_in}" is no lifetime like "30 minutes"`)
  return lifetime
}

/**
 * Stores a login: the token in local storage and in the cookie `jwt`, which ends when the token does,
 * and the user. Without a token nothing is stored, as the specification demands. Tells whether it was.
 */
export function loginAuth(login: Partial<Session> | undefined): boolean {
  if (!login?.token || login.expires_in === undefined) {
    console.info('No token provided to loginAuth')
    return false
  }
  const expires = new Date(Date.now() + lifetimeOf(login.expires_in) * 1000)
  write('jwt', login.token, { expires })
  write('token', login.token)
  if (login.user !== undefined) noteUser(login.user)
  return true
}

/** What one person must not see of another who used this phone before her. Stores in IndexedDB have an owner each. */
const unowned = [
  'next_trips',
  'not_told',
  'guest_proofs',
  'pending_payment',
  'pending_top_up',
  'recent_searches',
  'left_drafts',
  'current_booking',
  'current_parcel_data',
  'current_parcel_booking',
  'location_choice',
  'parcel_choice',
] as const

/** Forgets the saved parcel, reservation and location choices of this tab, as the logo does (spec.md section 2). */
export function forgetChoices(): void {
  forget('parcel_choice')
  forget('current_booking')
  forget('location_choice')
}

/** The server says who is logged in here. What a guest kept on this phone becomes hers. */
export function noteUser(user: User): void {
  const before = read('owner')
  if (before !== undefined && before !== user.id) for (const spot of unowned) forget(spot)
  write('owner', user.id)
  write('user', user)
}

/** Who is logged in on this phone, as far as it knows: the stored user decides, also without a network. */
export function storedUser(): User | undefined {
  return somebody(read('user'))
}

/** Whose phone this is now, and who is logged in here. */
export const personHere = () => ({ owner: read('owner'), user: storedUser()?.id })

/** The stored user, followed while it changes; undefined until the page is alive. */
export function useUser(): User | undefined {
  return somebody(useKept('user'))
}

/** The specification: `no user` and nothing mean logged out, anything else logged in. */
const somebody = (user: User | typeof noUser | undefined) =>
  !user || user === noUser ? undefined : user
