import {
  type CookieName,
  type StoredCookies,
  findStorageKey,
  notifyChange,
  useStoredValue,
} from '#lib/device'
import cookies from 'js-cookie'

export const readCookie = <S extends CookieName>(keyName: S) =>
  cookies.get(findStorageKey(keyName).name) as StoredCookies[S] | undefined

/** Cookies are secure on https. Scripts read `jwt`, as the specification demands. */
const flags = (): Cookies.CookieAttributes => ({
  path: '/',
  sameSite: 'strict',
  ...(location.protocol === 'https:' && { secure: true }),
})

/** Sets a cookie, which expires at `expires` or after that many days. */
export function writeCookie<S extends CookieName>(
  keyName: S,
  value: StoredCookies[S],
  expires: Date | number,
): void {
  cookies.set(findStorageKey(keyName).name, value, { ...flags(), expires })
  notifyChange(keyName)
}

/** Deletes a cookie and notifies the subscribers of its key. */
export function removeCookie(keyName: CookieName): void {
  cookies.remove(findStorageKey(keyName).name, { path: '/' })
  notifyChange(keyName)
}

/** Returns the value of a cookie, updated when it changes; undefined before hydration. */
export const useCookie = <S extends CookieName>(keyName: S) =>
  useStoredValue(keyName, readCookie<S>)
