/** The sum in kobo from which a payment needs the PIN. */
export const pinThresholdKobo = 1_000_000

/** The most that smaller payments may add up to in 24 hours without the PIN, in kobo. */
export const maxPinlessKoboPerDay = 2_000_000

export const minTopUpKobo = 10_000

export const maxTopUpKobo = 50_000_000

/** The number of wrong PINs after which the PIN is locked. */
export const maxPinTries = 5

/** Minutes for which the PIN is locked after too many wrong ones. */
export const pinLockMinutes = 30

/** The days of a statement, both ends included, unless others are requested. */
export const defaultStatementDays = 90

export const maxStatementDays = 366
