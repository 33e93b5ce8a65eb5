import { forgetCookie } from '#lib/cookies'
import { area, type CookieSpot, forgetUntil, storageKeys } from '#lib/device'

/** Empties every key of a person's, and whatever lies here that nobody has declared: only what is said to stay stays. */
export function forgetPerson(): void {
  forgetUntil('logout', 'other_login', 'new_start')
  for (const [spot, key] of storageKeys())
    if (key.in === 'cookie' && key.of === 'person') forgetCookie(spot as CookieSpot)
  for (const place of ['local', 'session'] as const) {
    const stays = [...storageKeys().values()].filter(
      (key) => key.in === place && key.of !== 'person',
    )
    const names = new Set(stays.map(({ name }) => name))
    try {
      for (const name of Object.keys(area(place)))
        if (!names.has(name)) area(place).removeItem(name)
    } catch {
      // Storage is switched off: there is nothing.
    }
  }
}
