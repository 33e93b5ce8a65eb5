import { official, officialSentence } from '#contract/communities/model'
import { refuse } from '#contract/errors'
import { ascii } from '#server/platform/transliterate'

/** Throws `invalid_input` at a field for a name that sounds like us or like an office, in letters of any script. */
export function refuseOfficial(field: string, name: string): void {
  if (official.test(name) || official.test(ascii(name)))
    throw refuse('invalid_input', { fields: { [field]: officialSentence } })
}
