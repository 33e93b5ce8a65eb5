import { afterAll, expect, test } from 'vitest'
import { eraseProfile } from '#contract/profile/endpoints'
import { decideRewardCase, listRewardCasesForStaff } from '#contract/rewards/endpoints'
import { sql } from '#server/db/sql'
import { addToDesk } from '#server/rooms/members'
import { testDatabase } from '#tests/support/database/test-database'
import { aStaffKey } from '#tests/support/makers/boarding'
import { addSecondFactor } from '#tests/support/makers/members'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import { aBookingForPerson, moveTripToPast } from '#tests/support/makers/travels'
import { runJob, eraseDueAccounts } from '#tests/support/server/jobs'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server
const staff = await aStaffKey(server, ['refunds'])

const listCases = async () =>
  (await call(listRewardCasesForStaff, { per_page: 100 }, { as: staff })).data

async function erase({ as, password, user }: MadeUser): Promise<void> {
  const asked = await call(eraseProfile, { password, give_up: true }, { as })
  expect(asked.status).toBe(200)
  await sql`update person set erase_at = now() - interval '1 minute' where id = ${user.id}`.execute(
    db,
  )
  const { config, log } = server.host
  await eraseDueAccounts({ db, config, log })
}

/** A travelled trip of a referred friend, whose rewards wait for our staff. */
async function aWaitingFriend(full_name: string) {
  const referrer = await aUser(server, { full_name })
  const friend = await aUser(server, { referral_code: referrer.user.referral_code })
  await sql`update person set created_at = now() - interval '10 days' where id = ${friend.user.id}`.execute(
    db,
  )
  const booking = await aBookingForPerson(server, friend)
  await moveTripToPast(server, booking)
  await sql`update login set device_key = ${`phone of ${referrer.user.id}`}
    where person_id in (${referrer.user.id}, ${friend.user.id})`.execute(db)
  await runJob(server.host, 'rewards.sweep', {})
  const waiting = (await listCases()).find((one) => one.booking === booking.reference)
  if (waiting === undefined) throw new Error('no rewards wait')
  return { referrer, friend, waiting }
}

test('neither a decision nor the stored answer names a referrer who was erased, and a decision stays', async () => {
  const { referrer, waiting } = await aWaitingFriend('Zubaidatu Quxley')
  expect(waiting.referrer).toBe('Zubaidatu Quxley')
  const decision = { id: waiting.id, became: 'approved', reason: 'Quxley called us.' } as const
  expect((await call(decideRewardCase, decision, { as: staff })).status).toBe(200)
  const named = sql`select route from idempotency where response ilike '%quxley%'`
  expect((await named.execute(db)).rows).toEqual([{ route: 'decideRewardCase' }])
  await erase(referrer)
  expect((await named.execute(db)).rows).toEqual([])
  const { rows } =
    await sql`select state, reason from reward_case where booking_id = ${waiting.id}`.execute(db)
  expect(rows).toEqual([{ state: 'approved', reason: 'Erased' }])
  const undone = sql`update reward_case set state = 'refused', reason = 'Erased' where booking_id = ${waiting.id}`
  await expect(undone.execute(db)).rejects.toThrow('what was decided about a reward stays')
})

test('nobody decides about rewards that would be theirs', async () => {
  const { referrer, friend, waiting } = await aWaitingFriend('Ada Bello')
  const decision = { id: waiting.id, became: 'approved', reason: 'I know them.' } as const
  for (const { user, as } of [referrer, friend]) {
    await addToDesk(db, { email: user.email ?? '', operator: null, role: 'admin' })
    await addSecondFactor(server, as)
    expect((await call(decideRewardCase, decision, { as })).problem.code).toBe('not_allowed')
  }
  expect((await call(decideRewardCase, decision, { as: staff })).status).toBe(200)
})

test('a case whose buyer is erased waits for nobody', async () => {
  const { friend, waiting } = await aWaitingFriend('Ngozi Obi')
  await erase(friend)
  expect((await listCases()).map(({ id }) => id)).not.toContain(waiting.id)
})
