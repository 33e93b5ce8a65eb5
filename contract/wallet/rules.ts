/**
 * The sum in kobo from which a payment needs the PIN; the sum in 24 hours from which smaller payments need it, too;
 * least and most of a top-up; wrong PINs until it is locked.
 */
export const pinFromKobo = 1_000_000

export const withoutPinKobo = 2_000_000

export const minTopUpKobo = 10_000

export const maxTopUpKobo = 50_000_000

export const pinTries = 5

export const pinLockMinutes = 30
