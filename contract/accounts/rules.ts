/** Lifetime of an access token, minutes; days after which a login ends, without use and in all. */
export const accessMinutes = 30

export const idleDays = 14

export const maxSessionDays = 90

/** Minutes for which a code is valid, how often it may be tried, and its digits. */
export const codeMinutes = 10

export const codeTries = 5

export const codeDigits = 6

export const minPasswordLength = 8

export const maxPasswordLength = 128

export const contactKinds = ['email', 'phone'] as const
