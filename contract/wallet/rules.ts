/**
 * From this sum, kobo, the PIN is required, and also when smaller sums without it reach the second value in 24 hours;
 * least and most of a top-up; wrong PINs until it is locked.
 */
export const pinFromKobo = 1_000_000

export const withoutPinKobo = 2_000_000

export const minTopUpKobo = 10_000

export const maxTopUpKobo = 50_000_000

export const pinTries = 5

export const pinLockMinutes = 30
