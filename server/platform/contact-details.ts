/**
 * Links, with or without `https://`; also a lone `.com`, `name [dot] com` and `name dot com`. With spaces beside the
 * dot, a link is missed only if it could also be two sentences (`We were late. Me too.`).
 */
const link =
  /(?:https?:(?:\/\/\S{0,200})?|www\.\S{0,200}|\b[a-z0-9-]{1,63}(?:\.|\s?[[({<]\s?(?:dot|\.)\s?[\])}>]\s?)(?:com|net|org|ng|me|ly|io|xyz|info|site|online|shop|link|top|app)\b|\b[a-z0-9-]{1,63}\s{1,3}dot\s{1,3}(?:com|net|org|ng|ly|io|xyz)\b|\b[a-z0-9-]{1,63}\s{0,3}[.。]\s{0,3}(?:com|org|ng)\b|\.(?:com|net|org|ng)\b)/giu
/** Nine or more digits in any script and grouping, except times and prices. */
const phone = /\+?\p{Nd}(?:[\s().+/_*|~·•\p{Pd}]{0,12}\p{Nd}){8,}/gu
const email =
  /[\p{L}\p{M}\p{Nd}._+-]{1,64}@(?:[\p{L}\p{M}\p{Nd}-]{1,63}\.){1,8}[\p{L}\p{M}\p{Nd}-]{2,63}/gu

/** Normalises a text and removes invisible characters, which could separate digits. */
const readable = (text: string) => text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '')

/**
 * Finds the contact details in a text: the number of links, and whether there is a phone number or an email address.
 */
export function detectContacts(text: string): { links: number; contacts: boolean } {
  const plain = readable(text)
  return {
    links: plain.match(link)?.length ?? 0,
    contacts: plain.search(phone) >= 0 || plain.search(email) >= 0,
  }
}

/** Whether a text has a link or contact details, which are typical of advertising and defamation. */
export function hasContacts(text: string): boolean {
  const { links, contacts } = detectContacts(text)
  return links > 0 || contacts
}

/** Replaces each link and contact in a text with an ellipsis (…). A text without any is unchanged. */
export function maskContacts(text: string): string {
  if (!hasContacts(text)) return text
  return readable(text).replaceAll(email, '…').replaceAll(link, '…').replaceAll(phone, '…')
}

/** Returns an email address with most of its name left out. The owner can recognise it, but nobody can write to it. */
export function maskEmail(address: string): string {
  const [name = '', domain = ''] = address.split('@')
  return `${name.slice(0, Math.min(2, name.length - 1))}…@${domain}`
}
