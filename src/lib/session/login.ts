import type { Session } from '#contract/accounts/model'
import { CallError } from '#lib/api/error'
import { phoneNow } from '#lib/clock'
import { removeCookie, writeCookie } from '#lib/device/cookies'
import { removeItem, read, write } from '#lib/device'
import { storeUser, noUser } from '#lib/session'

/** Seconds per unit (specification). */
const unitSeconds = { second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800 } as const

/**
 * Returns the seconds in `<number> <unit>`, singular or plural: `30 minutes` → 1800. Throws RangeError for other text.
 */
export function parseLifetime(expires_in: string): number {
  const [, number, unit] = /^(\d+) (second|minute|hour|day|week)s?$/.exec(expires_in) ?? []
  const lifetime = Number(number) * unitSeconds[(unit ?? 'second') as keyof typeof unitSeconds]
  if (!(lifetime > 0)) throw new RangeError(`"${expires_in}" is no lifetime like "30 minutes"`)
  return lifetime
}

/**
 * Stores a login: the token in local storage and in the cookie `jwt`, which ends with the token, and the user.
 * Returns false and stores nothing without a token, as the specification demands.
 */
export function loginAuth(login: Partial<Session> | undefined | null): boolean {
  if (!login?.token || login.expires_in === undefined) {
    console.info('No token provided to loginAuth')
    return false
  }
  // The browser compares the expiry with this phone's clock.
  const expires = new Date(phoneNow() + parseLifetime(login.expires_in) * 1000)
  writeCookie('jwt', login.token, expires)
  write('token', login.token)
  if (login.user !== undefined) storeUser(login.user)
  return true
}

/**
 * Makes functions that renew tokens. `ask` gets a new token with the refresh cookie; its errors are rethrown. `renew`
 * takes the old token and does nothing if there is a newer one.
 */
export function makeTokenRenewal(ask: () => Promise<Session>) {
  let underWay: Promise<void> | undefined

  /**
   * Allows one renewal at a time in this tab, and in all tabs where the browser has locks: a refresh cookie that is
   * sent twice would look stolen.
   */
  function renew(spent: string | undefined): Promise<void> {
    underWay ??= runAlone(async () => {
      // Another tab was faster, or the login has ended.
      if (read('token') !== spent) return
      loginAuth(await ask())
    }).finally(() => {
      underWay = undefined
    })
    return underWay
  }

  /** Renews the token. If the server answers that the login is over, the session ends here. */
  async function renewOrEnd(spent: string | undefined): Promise<void> {
    try {
      await renew(spent)
    } catch (error) {
      // Any other error: the code for the call could not be loaded.
      const refused = error instanceof CallError ? error : new CallError({ is_offline: true })
      if (refused.code !== 'not_signed_in') throw refused
      endSession()
    }
  }

  return { renew, renewOrEnd }
}

/** Ends the login but keeps the person's data: tickets and drafts are theirs until they log out. */
export function endSession(): void {
  write('user', noUser)
  removeItem('token')
  removeCookie('jwt')
}

function runAlone(work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { locks?: LockManager }
  return locks === undefined ? work() : locks.request('session', work)
}
