import { sql } from '#server/db/sql'
import type { TestServer } from '#tests/support/server/test-server'

/** Makes a paid booking's rewards wait for our staff; returns the inputs to read and decide them. */
export async function makeRewardCalls({ db }: TestServer, paid: { reference: string }) {
  const { rows } = await sql<{ id: string }>`
    insert into reward_case (booking_id, signs) select id, '{few_buyers}' from booking
    where reference = ${paid.reference} returning booking_id as id`.execute(db)
  const [waiting] = rows
  if (waiting === undefined) throw new Error('no rewards wait')
  return {
    listRewardCasesForStaff: {},
    decideRewardCase: { id: waiting.id, became: 'refused', reason: 'They know each other.' },
  }
}
