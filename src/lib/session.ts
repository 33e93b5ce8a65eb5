import type { User } from '#contract/profile/model'
import { forgetUntil, read, useKept, write } from '#lib/device'

/** The stored value of a logged-out user. */
export const noUser = 'no user'

/** Forgets the saved parcel, reservation and location choices of this tab, as the logo does (spec.md section 2). */
export function forgetChoices(): void {
  forgetUntil('new_start')
}

/** The server says who is logged in here. What a guest kept on this phone becomes theirs. */
export function noteUser(user: User): void {
  const before = read('owner')
  if (before !== undefined && before !== user.id) forgetUntil('other_login', 'new_start')
  write('owner', user.id)
  write('user', user)
}

/** The logged-in user by local storage, also without a network. */
export function storedUser(): User | undefined {
  return somebody(read('user'))
}

/** The owner of this phone's data, and the logged-in user. */
export const personHere = () => ({ owner: read('owner'), user: storedUser()?.id })

/** The stored user, followed while it changes; undefined until the page is alive. */
export function useUser(): User | undefined {
  return somebody(useKept('user'))
}

/** The specification: `no user` and nothing mean logged out, anything else logged in. */
const somebody = (user: User | typeof noUser | undefined) =>
  !user || user === noUser ? undefined : user
