import type { User } from '#contract/profile/model'
import { guestOwner, ownerStore } from '#contract/storage'
import { read, write } from '#lib/device'
import { isTabStopped } from './stopped-tab.ts'
import { withTimeout } from './database.ts'
import { clear, createStore, get, set } from 'idb-keyval'

/**
 * Returns the owner of the data that this phone opens: the logged-in user; after the login has ended, still the same
 * person until they log out or somebody else logs in; otherwise a guest.
 */
export function getCurrentOwner(): string {
  return (read('user') as Partial<User> | undefined)?.id ?? read('owner') ?? guestOwner
}

const mark = () => createStore(ownerStore, ownerStore)
let found: Promise<void> | undefined

/**
 * Restores the owner, who is stored in local storage and in a database, since a phone may clear either. If only the
 * database has the owner, their tickets open but their login has ended.
 */
export function restoreOwner(): Promise<void> {
  return (found ??= withTimeout(
    1000,
    async () => {
      const [there, here] = [await get<string>(ownerStore, mark()), read('owner')]
      if (isTabStopped()) return
      if (here === undefined && typeof there === 'string') write('owner', there)
      else if (here !== undefined && here !== there) await set(ownerStore, here, mark())
    },
    undefined,
  ))
}

/** Deletes the owner from the database, within `ms`. Never rejects. */
export const forgetOwner = (ms: number): Promise<void> =>
  withTimeout(ms, () => clear(mark()), undefined)
