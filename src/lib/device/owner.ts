import type { User } from '#contract/profile/model'
import { read, write } from '#lib/device'
import { areStoresClosed } from './closing.ts'
import { withTimeout } from './database.ts'
import { clear, createStore, get, set } from 'idb-keyval'

/** The owner id of logged-out users. */
export const guestOwner = 'guest'

/**
 * The owner of the data that this phone opens: the logged-in user; after the login has ended still the same, until
 * they log out or somebody else logs in; else a guest.
 */
export function currentOwner(): string {
  return (read('user') as Partial<User> | undefined)?.id ?? read('owner') ?? guestOwner
}

const marked = 'owner'
const mark = () => createStore('owner', marked)
let found: Promise<void> | undefined

/**
 * The owner is stored in local storage and in a database, since a phone may clear either. If only the database has
 * it, their tickets open and their login is over.
 */
export function restoreOwner(): Promise<void> {
  return (found ??= withTimeout(
    1000,
    async () => {
      const [there, here] = [await get<string>(marked, mark()), read('owner')]
      if (areStoresClosed()) return
      if (here === undefined && there !== undefined) write('owner', there)
      else if (here !== undefined && here !== there) await set(marked, here, mark())
    },
    undefined,
  ))
}

/** Deletes what the database says of the owner, within `ms`. Never rejects. */
export const forgetOwner = (ms: number): Promise<void> =>
  withTimeout(ms, () => clear(mark()), undefined)
