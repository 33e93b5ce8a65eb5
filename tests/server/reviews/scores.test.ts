import { afterAll, expect, test } from 'vitest'
import { decideReview, deleteReview, listReviews, writeReview } from '#contract/reviews/endpoints'
import { sql } from '#server/db/sql'
import { findMiscountedScores } from '#tests/support/database/stored-counts'
import { testDatabase } from '#tests/support/database/test-database'
import { aStaffKey } from '#tests/support/makers/boarding'
import { aUser } from '#tests/support/makers/people'
import { aBookingForPerson, moveTripToPast } from '#tests/support/makers/travels'
import { anOperator } from '#tests/support/makers/trips'
import { eraseDueAccounts } from '#tests/support/server/jobs'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server
const operator = 'scored'
const operator_id = await anOperator(db, { code: operator, name: 'Scored' })
const staff = await aStaffKey(server, ['reviews'])

async function aTraveller() {
  const user = await aUser(server)
  await moveTripToPast(server, await aBookingForPerson(server, user, { operator_id }))
  return user
}

/** Returns the operator's scores as `driving 2.5 of 2`, as everybody sees them. */
async function readScores() {
  expect(await findMiscountedScores(db)).toEqual([])
  const { meta } = await call(listReviews, { operator })
  return meta.scores.map(({ what, average, many }) => `${what} ${average} of ${many}`)
}

test('the scores of an operator follow its reviews, whatever becomes of them', async () => {
  const [ada, bola, chi] = [await aTraveller(), await aTraveller(), await aUser(server)]
  const write = async ({ as }: typeof ada, scores: object) => {
    const said = { operator, rating: 4, body: 'We left late but came home safely.', scores }
    return (await call(writeReview, said, { as })).data.id
  }
  const decide = (id: string, became: 'shown' | 'hidden') =>
    call(decideReview, { id, became, reason: 'We read it again.' }, { as: staff })

  const adas = await write(ada, { driving: 2, staff: 5 })
  await write(bola, { driving: 3 })
  await write(chi, { driving: 5, vehicle: 5 })
  expect(await readScores()).toEqual(['driving 2.5 of 2', 'staff 5 of 1'])
  await write(ada, { driving: 4, vehicle: 1 })
  expect(await readScores()).toEqual(['driving 3.5 of 2', 'vehicle 1 of 1'])
  await decide(adas, 'hidden')
  expect(await readScores()).toEqual(['driving 3 of 1'])
  await decide(adas, 'shown')
  expect(await readScores()).toEqual(['driving 3.5 of 2', 'vehicle 1 of 1'])
  await call(deleteReview, { id: adas }, { as: ada.as })
  expect(await readScores()).toEqual(['driving 3 of 1'])
  await sql`update person set erase_at = now() where id = ${bola.user.id}`.execute(db)
  await eraseDueAccounts(server.host)
  expect(await readScores()).toEqual([])
})
