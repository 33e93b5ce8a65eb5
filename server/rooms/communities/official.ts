import { officialNamePattern, officialNameMessage } from '#contract/communities/rules'
import { makeFieldRefusal } from '#contract/errors'
import { transliterate } from '#server/platform/transliterate'

/** Whether a name sounds official, in letters of any script. */
export const isOfficialSounding = (name: string) =>
  officialNamePattern.test(name) || officialNamePattern.test(transliterate(name))

/** Throws `invalid_input` at a field for a name that sounds official. */
export function refuseOfficialName(field: string, name: string): void {
  if (isOfficialSounding(name)) throw makeFieldRefusal(field, officialNameMessage)
}
