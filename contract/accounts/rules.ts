/** Minutes for which an access token is valid. */
export const accessTokenMinutes = 30

/** Days after its last use after which a login ends. */
export const loginIdleDays = 14

/** Days after its start after which a login ends in any case. */
export const maxLoginDays = 90

/** Minutes for which a code is valid. */
export const codeValidityMinutes = 10

/** The wrong tries of its requester, or of another network, after which a code is refused to them. */
export const maxCodeTries = 5

/** The number of digits of a code. */
export const codeDigits = 6

/** The least number of characters of a password. */
export const minPasswordLength = 8

/** The largest number of characters of a password. */
export const maxPasswordLength = 128

export const contactKinds = ['email', 'phone'] as const
