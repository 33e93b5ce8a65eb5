import { makeRefusal } from '#contract/errors'
import type { Contact, Person } from './person-repository.ts'

/** Parses what a person types to log in: an email address, which is put in lower case, or a phone number. */
export function parseContact(login: string): Contact {
  return login.includes('@')
    ? { kind: 'email', address: login.toLowerCase() }
    : { kind: 'phone', address: login }
}

/** Returns the email address and phone number of an account, or only the one of this kind. */
export function listContacts(
  { email, phone }: Pick<Person, 'email' | 'phone'>,
  kind?: Contact['kind'],
): Contact[] {
  const all: Contact[] = []
  if (email !== null) all.push({ kind: 'email', address: email })
  if (phone !== null) all.push({ kind: 'phone', address: phone })
  return kind === undefined ? all : all.filter((contact) => contact.kind === kind)
}

/** Throws `invalid_input` on both fields if neither email nor phone was given. */
export function requireContact(given: {
  email?: string | undefined
  phone?: string | undefined
}): void {
  if (given.email !== undefined || given.phone !== undefined) return
  const sentence = 'Enter an email address or a phone number.'
  throw makeRefusal('invalid_input', { fields: { email: sentence, phone: sentence } })
}
