import type { Config } from '#server/config'
import { type Db, inTransaction } from '#server/db/client'
import { addToDesk, setUpSecondFactor } from '#server/rooms/members'
import { allowReservations } from '#demo/country/counter-terms'
import { claimDesks, demoDeskPeople, demoFactorSecret } from '#demo/country/people'
import { writeCannedAnswers } from '#demo/country/canned-answers'

/**
 * Makes the demo's desk people members, with canned answers, and gives those of our desk the second factor, encrypted
 * with this server's secret. Does so once, and only if those people exist. Returns whether it did something.
 */
export async function seedDesks(
  db: Db,
  config: Pick<Config, 'session_secret' | 'old_session_secrets'>,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await claimDesks(tx))) return false
    for (const { email, operator, role } of demoDeskPeople) {
      if (operator !== null) await allowReservations(tx, operator)
      if ((await addToDesk(tx, { email, operator, role })) !== 'new') continue
      if (operator === null)
        await setUpSecondFactor(tx, config, { email, secret: demoFactorSecret })
    }
    await writeCannedAnswers(tx)
    return true
  })
}
