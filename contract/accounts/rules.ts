export const accessTokenMinutes = 30

/** Days without use after which a login ends. */
export const loginIdleDays = 14

/** Days after which a login ends, even if it is in use. */
export const maxLoginDays = 90

export const codeValidityMinutes = 10

/**
 * The number of wrong tries after which a code is refused. The tries of the person who requested it, and those of every
 * other network, are counted separately.
 */
export const maxCodeTries = 5

/** The number of digits of a code that verifies an email address or a phone number. */
export const codeDigits = 6

/** The fewest characters of a new password (ASVS 5.0, 6.2.1). */
export const minPasswordLength = 8

/** The most characters of a new password (ASVS 5.0, 6.2.9). */
export const maxPasswordLength = 128

export const contactKinds = ['email', 'phone'] as const
