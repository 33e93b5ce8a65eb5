import type { User } from '#contract/profile/model'
import { removeItemsExpiringAt, read, useStored, write } from '#lib/device'

/** The stored value of a logged-out user. */
export const noUser = 'no user'

/** Deletes the parcel, reservation and location choices of this tab, as the logo does (specification). */
export function discardChoices(): void {
  removeItemsExpiringAt('new_start')
}

/** Stores the user whom the server returned. A guest's data on this phone becomes theirs. */
export function storeUser(user: User): void {
  const before = read('owner')
  if (before !== undefined && before !== user.id) removeItemsExpiringAt('other_login', 'new_start')
  write('owner', user.id)
  write('user', user)
}

/** Returns the logged-in user from local storage, even without a network; undefined if nobody is logged in. */
export function readStoredUser(): User | undefined {
  return toUser(read('user'))
}

/** Returns the ids of the owner of this phone's data and of the logged-in user, who may be missing. */
export const getPersonIds = () => ({ owner: read('owner'), user: readStoredUser()?.id })

/** Returns the stored user, updated when it changes; undefined before hydration. */
export function useUser(): User | undefined {
  return toUser(useStored('user'))
}

/** Returns the logged-in user. By the specification, `no user` or nothing means logged out: then undefined. */
const toUser = (user: User | typeof noUser | undefined) =>
  typeof user === 'object' ? user : undefined
