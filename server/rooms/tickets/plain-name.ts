import { transliterate } from '#server/platform/transliterate'

/** Returns a name as a ticket's QR code contains it: initial and surname in capitals, at most 16 characters. */
export function toTicketName(full_name: string): string {
  const words = transliterate(full_name)
    .toUpperCase()
    .split(' ')
    .filter((word) => /[A-Z]/.test(word))
  const surname = words.at(-1)
  if (surname === undefined) return 'TRAVELLER'
  const initial = words.length > 1 ? `${words[0]?.[0] ?? ''} ` : ''
  return `${initial}${surname}`.slice(0, 16)
}
