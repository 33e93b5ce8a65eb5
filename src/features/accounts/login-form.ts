import { readPhone } from '#contract/phone'
import { CallError } from '#lib/api'

/** What is wrong with each field, by its name in the contract. */
export type FieldErrors = Record<string, string>

/**
 * An e-mail address or a phone from what people write into one field: `Ada@example.com`,
 * `0803 123 4567`, `+234 803…`. What is neither is given back as it is, for the contract to refuse.
 */
export function readLogin(written: string): string {
  const text = written.trim()
  return text.includes('@') ? text : (readPhone(text) ?? text)
}

interface Schema<T> {
  safeParse: (
    input: unknown,
  ) =>
    | { success: true; data: T }
    | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } }
}

/** What the contract takes, checked on the phone. Throws `invalid_input` with a sentence for each field. */
export function checked<T>(schema: Schema<T>, input: unknown): T {
  const read = schema.safeParse(input)
  if (read.success) return read.data
  const fields: FieldErrors = {}
  for (const { path, message } of read.error.issues) fields[String(path[0] ?? '')] ??= message
  throw wrongFields(fields)
}

/** The refusal that puts a sentence on each of these fields. */
export function wrongFields(fields: FieldErrors): CallError {
  const detail = 'Some fields need another look.'
  return new CallError({ status: 400, code: 'invalid_input', fields, detail })
}

/** How hard a password is to guess. The server alone knows the leaked ones. */
export function strengthOf(password: string, ownWords: readonly string[] = []): Strength {
  if (password.length < 8) return 'short'
  const plain = password.toLowerCase()
  const isOwn = ownWords.some((word) => word.length > 3 && plain.includes(word.toLowerCase()))
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password))
  const variety = new Set(plain).size
  if (isOwn || variety < 5 || (/^(?:\d+|\p{L}+\d{0,4})$/u.test(password) && password.length < 12))
    return 'weak'
  return password.length >= 14 || (password.length >= 11 && kinds.length >= 3) ? 'strong' : 'fair'
}

export type Strength = 'short' | 'weak' | 'fair' | 'strong'
