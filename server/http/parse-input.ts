import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type * as z from 'zod/mini'
import { makeRefusal } from '#contract/errors'

type RawIssue = z.core.$ZodRawIssue

const kinds: Record<string, string> = {
  string: 'This should be text.',
  number: 'This should be a number.',
  int: 'This should be a whole number.',
  boolean: 'This should be true or false.',
  array: 'This should be a list.',
  object: 'This should be a group of fields.',
}

/** Returns a sentence for a zod issue that has no message in the contract. */
function describeIssue(issue: RawIssue): string {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'Fill this in.'
    return kinds[String(issue.expected)] ?? 'This has the wrong type.'
  }
  if (issue.code === 'invalid_value') {
    return `Choose one of these: ${(issue.values as unknown[]).map(String).join(', ')}.`
  }
  if (issue.code === 'too_small')
    return `This is too small or too short: at least ${String(issue.minimum)}.`
  if (issue.code === 'too_big')
    return `This is too big or too long: at most ${String(issue.maximum)}.`
  if (issue.code === 'unrecognized_keys') return 'This field is not expected.'
  return 'This is not in the right format.'
}

/**
 * Parses a value by a schema of the contract; throws `invalid_input` with one sentence per field. Also converts phone
 * numbers to the form that their country uses, and refuses numbers of an impossible length, which the app does not
 * check.
 */
export function parseInput<T extends z.ZodMiniType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value, { error: describeIssue })
  const fields: Record<string, string> = {}
  if (result.success) {
    const wrong = normalisePhones(result.data)
    if (wrong.length === 0) return result.data
    for (const field of wrong) fields[field] = 'This phone number does not exist. Check it again.'
    throw makeRefusal('invalid_input', { fields })
  }
  for (const issue of result.error.issues.slice(0, 50)) {
    const path = issue.path.map(String)
    const ends =
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...path, key]) : [path]
    for (const end of ends) fields[end.join('.').slice(0, 200)] ??= issue.message
  }
  throw makeRefusal('invalid_input', { fields })
}

/**
 * Replaces phone numbers in parsed input with their form without a trunk zero (`+4407911…` is `+447911…`). Returns the
 * paths of fields whose number has an impossible length, such as `contact.phone`.
 */
function normalisePhones(input: unknown, at: readonly string[] = []): string[] {
  // Another company's message arrives as bytes, each of which would count as a field.
  if (typeof input !== 'object' || input === null || ArrayBuffer.isView(input)) return []
  return Object.entries(input).flatMap(([name, value]) => {
    const path = [...at, name]
    const isPhone = /^(?:login|(?:\w+_)?phone)$/.test(name) && /^\+\d+$/.test(String(value))
    if (!isPhone) return normalisePhones(value, path)
    const number = parsePhoneNumberFromString(String(value))
    if (number?.isPossible() !== true) return [path.join('.')]
    Object.assign(input, { [name]: number.number })
    return []
  })
}
