import { parsePhone } from '#contract/phone'

/**
 * Parses an email address or a phone number: `Ada@example.com`, `0803 123 4567`, `+234 803…`. Other text is returned
 * unchanged, so that the contract refuses it.
 */
export function parseLogin(written: string): string {
  const text = written.trim()
  return text.includes('@') ? text : (parsePhone(text) ?? text)
}

/** Rates how hard a password is to guess. Only the server knows the leaked passwords. */
export function ratePassword(password: string, ownWords: readonly string[] = []): PasswordStrength {
  if (password.length < 8) return 'short'
  const plain = password.toLowerCase()
  const isOwn = ownWords.some((word) => word.length > 3 && plain.includes(word.toLowerCase()))
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password))
  const variety = new Set(plain).size
  if (isOwn || variety < 5 || (/^(?:\d+|\p{L}+\d{0,4})$/u.test(password) && password.length < 12))
    return 'weak'
  return password.length >= 14 || (password.length >= 11 && kinds.length >= 3) ? 'strong' : 'fair'
}

export type PasswordStrength = 'short' | 'weak' | 'fair' | 'strong'
