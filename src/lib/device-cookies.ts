import { type CookieSpot, type KeptInCookies, placeOf, tellChange, useFollowed } from '#lib/device'
import cookies from 'js-cookie'

/** What a cookie holds, or undefined. */
export const readCookie = <S extends CookieSpot>(spot: S) =>
  cookies.get(placeOf(spot).name) as KeptInCookies[S] | undefined

/** Over https no cookie travels readable. A script reads `jwt`, as the specification has it. */
const flags = (): Cookies.CookieAttributes => ({
  path: '/',
  sameSite: 'strict',
  ...(location.protocol === 'https:' && { secure: true }),
})

/** Sets a cookie, which ends at `expires` or after so many days. */
export function writeCookie<S extends CookieSpot>(
  spot: S,
  value: KeptInCookies[S],
  expires: Date | number,
): void {
  cookies.set(placeOf(spot).name, value, { ...flags(), expires })
  tellChange(spot)
}

/** Takes a cookie off. */
export function forgetCookie(spot: CookieSpot): void {
  cookies.remove(placeOf(spot).name, { path: '/' })
  tellChange(spot)
}

/** What a cookie holds, followed while it changes; undefined until the page is alive. */
export const useCookie = <S extends CookieSpot>(spot: S) => useFollowed(spot, readCookie<S>)
