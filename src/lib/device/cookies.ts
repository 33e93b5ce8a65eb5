import { type CookieSpot, type KeptInCookies, placeOf, tellChange, useFollowed } from '#lib/device'
import cookies from 'js-cookie'

export const readCookie = <S extends CookieSpot>(spot: S) =>
  cookies.get(placeOf(spot).name) as KeptInCookies[S] | undefined

/** Secure on https. Scripts read `jwt`, as the specification demands. */
const flags = (): Cookies.CookieAttributes => ({
  path: '/',
  sameSite: 'strict',
  ...(location.protocol === 'https:' && { secure: true }),
})

/** Sets a cookie, which ends at `expires` or after as many days. */
export function writeCookie<S extends CookieSpot>(
  spot: S,
  value: KeptInCookies[S],
  expires: Date | number,
): void {
  cookies.set(placeOf(spot).name, value, { ...flags(), expires })
  tellChange(spot)
}

/** Deletes a cookie. */
export function forgetCookie(spot: CookieSpot): void {
  cookies.remove(placeOf(spot).name, { path: '/' })
  tellChange(spot)
}

/** The value of a cookie, updated when it changes; undefined before hydration. */
export const useCookie = <S extends CookieSpot>(spot: S) => useFollowed(spot, readCookie<S>)
