/** How long a banner is shown, and how long their list is fresh, ms (spec.md section 9). */
export const bannerTurnMs = 5000

export const bannerFreshMs = 300_000

/** Bytes. Push services accept 4 kB; we send less, for phones on little data. */
export const maxPushBytes = 1024
