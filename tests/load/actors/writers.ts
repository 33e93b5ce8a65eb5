import { setTimeout as sleep } from 'node:timers/promises'
import { listMessages, sendMessage, startConversation } from '#contract/support/endpoints'
import { supportBusiness } from '#contract/support/rules'
import { makeId } from '#server/platform/ids'
import type { LoadRunSetting } from '#tests/load/run/load-run-setting'
import type { SeededRandom } from '#tests/load/run/seeded-random'
import { type Credentials, makePhone } from './caller.ts'

/** A person who writes to our support: their credentials and their conversation. */
export interface Writer {
  as: Credentials
  conversation: string
}

/** Opens the conversation of a logged-in person with our support. */
export async function aWriter(
  town: LoadRunSetting,
  dice: SeededRandom,
  as: Credentials,
): Promise<Writer> {
  const phone = makePhone(town.origins, dice, town.tally, { impatient: 0 })
  const opened = await phone.call(startConversation, { business_id: supportBusiness }, as)
  if (opened?.status !== 200) throw new Error(`no conversation: ${opened?.code}`)
  return { as, conversation: opened.data.id }
}

/**
 * Writes a message a second until the run is over, and reads the conversation after each. Adds to `missing` the ids of
 * messages that the server has accepted but that the writer does not find in the conversation.
 */
export async function runWriter(
  town: LoadRunSetting,
  dice: SeededRandom,
  { as, conversation: id }: Writer,
  { isOver, missing }: { isOver: () => boolean; missing: string[] },
): Promise<void> {
  const phone = makePhone(town.origins, dice, town.tally)
  while (!isOver()) {
    const message = { id, client_ref: makeId(), body: 'When does my bus leave?' }
    const sent = await phone.call(sendMessage, message, as, (one) => one.id)
    if (sent?.status === 200) {
      const seen = await phone.call(listMessages, { id, page: 1 }, as)
      if (seen?.status === 200 && !seen.data.some((one) => one.id === sent.data.id))
        missing.push(sent.data.id)
    }
    await sleep(dice.number(500, 1500))
  }
}
