/** Minutes for which an access token is valid; days after which a login ends if it is unused, and in any case. */
export const accessMinutes = 30

export const idleDays = 14

export const maxSessionDays = 90

/** Minutes for which a code is valid, how many attempts it allows, and how many digits it has. */
export const codeMinutes = 10

export const codeTries = 5

export const codeDigits = 6

export const minPasswordLength = 8

export const maxPasswordLength = 128

export const contactKinds = ['email', 'phone'] as const
