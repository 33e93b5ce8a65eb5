/** How long a banner is displayed before the next one, ms (specification). */
export const bannerRotation_ms = 5000

/** How long the list of banners is fresh, ms (specification). */
export const bannerFreshness_ms = 300_000

/** The largest push message, bytes. Push services accept 4 kB; we send less, for phones with little data. */
export const maxPushBytes = 1024
