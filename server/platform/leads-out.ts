import { waysOut } from '#contract/communities/ways-out'

/** Addresses that are cut up. */
const cutUp = /https?:|\.(?:com|ng|net|org)\b/i

/** Whether a text has addresses or telephone numbers, which are what advertisements and denunciations live of. */
export function leadsOut(text: string): boolean {
  const { links, contacts } = waysOut(text)
  return links > 0 || contacts || cutUp.test(text)
}
