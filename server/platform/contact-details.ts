/** Addresses of pages, with or without `https://`, and what is left of one that was cut up. */
const link =
  /(?:https?:(?:\/\/\S{0,200})?|www\.\S{0,200}|\b[a-z0-9-]{1,63}(?:\.|\s?\[dot\]\s?)(?:com|net|org|ng|me|ly|io|xyz|info|site|online|shop|link|top|app)\b|\.(?:com|net|org|ng)\b)/giu
/** Nine digits and more in any script, however they are grouped; but for times and prices. */
const phone = /(?:\p{Nd}[\s().+/_*|~·•\p{Pd}]{0,4}){9,}/u
const email = /[\w.+-]{1,64}@[\w-]{1,63}\.\w{2,}/u

/**
 * Contacts in a text: how many links, and whether there is a phone number or an email address. Nobody sees the
 * characters that are not drawn, so they keep nothing apart.
 */
export function contactsIn(text: string): { links: number; contacts: boolean } {
  const plain = text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '')
  return {
    links: plain.match(link)?.length ?? 0,
    contacts: phone.test(plain) || email.test(plain),
  }
}

/** Whether a text holds a link or contact, as advertising and smears do. */
export function hasContacts(text: string): boolean {
  const { links, contacts } = contactsIn(text)
  return links > 0 || contacts
}
