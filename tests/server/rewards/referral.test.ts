import { afterAll, expect, test } from 'vitest'
import { getReferral } from '#contract/rewards/endpoints'
import { referralKobo, maxReferralsPerMonth } from '#contract/rewards/rules'
import { getWalletBalance } from '#contract/wallet/endpoints'
import { sql } from '#server/db/sql'
import { runJob } from '#tests/support/server/jobs'
import { testDatabase } from '#tests/support/database/test-database'
import { findLedgerViolations } from '#tests/support/database/ledger-violations'
import { aUser, type MadeUser, type UserOptions } from '#tests/support/makers/people'
import { withoutRewardGuard } from '#tests/support/makers/points'
import { aServer } from '#tests/support/server/test-server'
import { aBookingForPerson, moveTripToPast } from '#tests/support/makers/travels'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { config, log } = server.host
const sweep = () => runJob({ db, config, log }, 'rewards.sweep', {})

const balanceOf = async ({ as }: MadeUser) =>
  (await server.call(getWalletBalance, {}, { as })).data.balance_kobo
const referralOf = async ({ as }: MadeUser) => (await server.call(getReferral, {}, { as })).data
const stateOf = async (referrer: MadeUser) => (await referralOf(referrer)).friends[0]?.state

async function aFriendOf(referrer: MadeUser, options: UserOptions = {}): Promise<MadeUser> {
  return aUser(server, { referral_code: referrer.user.referral_code, ...options })
}

async function travel(friend: MadeUser): Promise<void> {
  const booking = await aBookingForPerson(server, friend)
  await sql`update person set created_at = now() - interval '10 days' where id = ${friend.user.id}`.execute(
    db,
  )
  await moveTripToPast(server, booking)
}

test('a code comes with a link and words to send', async () => {
  const ada = await aUser(server)
  const { code, link, share_text, ...rest } = await referralOf(ada)
  expect(code).toBe(ada.user.referral_code)
  expect(link).toBe(`${config.public_url}/signup?ref=${code}`)
  expect(share_text).toContain(link)
  expect(share_text).toContain('₦50 a seat')
  expect(rest).toEqual({ reward_kobo: referralKobo, friends: [], earned_kobo: 0 })
})

test('both sides are rewarded once, after the friend’s first trip', async () => {
  const ada = await aUser(server)
  const bola = await aFriendOf(ada, { full_name: 'Bola Adeyemi' })
  expect((await referralOf(ada)).friends).toEqual([
    { first_name: 'Bola', joined_at: expect.any(String), state: 'waiting' },
  ])
  await aBookingForPerson(server, bola)
  await sweep()
  expect(await stateOf(ada)).toBe('waiting')

  await travel(bola)
  await Promise.all([sweep(), sweep()])
  await travel(bola)
  await sweep()
  expect(await referralOf(ada)).toMatchObject({
    earned_kobo: referralKobo,
    friends: [{ state: 'rewarded' }],
  })
  expect(await balanceOf(ada)).toBe(referralKobo)
  expect(await balanceOf(bola)).toBe(referralKobo)
  expect(JSON.stringify(await referralOf(ada))).not.toContain('Adeyemi')
})

test('a trip from before somebody joined is not their first', async () => {
  const ada = await aUser(server)
  const bola = await aFriendOf(ada)
  const booking = await aBookingForPerson(server, bola)
  await moveTripToPast(server, booking, 3)
  await sweep()
  expect(await stateOf(ada)).toBe('waiting')
  await travel(bola)
  await sweep()
  expect(await stateOf(ada)).toBe('rewarded')
})

test.each<[string, UserOptions, (friend: MadeUser, referrer: MadeUser) => Promise<unknown>]>([
  [
    'who writes the same email address',
    {},
    (friend, referrer) =>
      sql`update person set email = ${referrer.user.email}, email_verified_at = null
        where id = ${friend.user.id}`.execute(db),
  ],
  ['who has proved no address', { proved: false }, async () => {}],
])('a friend %s is not counted', async (_who, options, change) => {
  const ada = await aUser(server)
  const friend = await aFriendOf(ada, options)
  await change(friend, ada)
  await travel(friend)
  await sweep()
  await sweep()
  expect(await stateOf(ada)).toBe('not_counted')
  expect(await balanceOf(ada)).toBe(0)
  expect(await balanceOf(friend)).toBe(0)
})

test('a friend who signed up on the referrer’s phone waits for our staff', async () => {
  const device_id = '00000000-0000-4000-8000-000000000001'
  const ada = await aUser(server, { device_id })
  const friend = await aFriendOf(ada, { device_id })
  await travel(friend)
  await sweep()
  await sweep()
  expect(await stateOf(ada)).toBe('waiting')
  expect([await balanceOf(ada), await balanceOf(friend)]).toEqual([0, 0])
  const { rows } = await sql<{ signs: string[] }>`
    select c.signs from reward_case c join booking b on b.id = c.booking_id where b.user_id = ${friend.user.id}`.execute(
    db,
  )
  expect(rows).toEqual([{ signs: ['referrer_device'] }])
})

test('a month has its limit, also for friends who travel at the same time', async () => {
  const ada = await aUser(server)
  await withoutRewardGuard(db, 'referral_reward', (tx) =>
    sql`
    with friend as (
      insert into person (id, full_name, email, referral_code, referred_by)
      select gen_random_uuid(), 'Friend', n || '@f.example', 'F' || n || ${ada.user.id}, ${ada.user.id}
      from generate_series(1, ${maxReferralsPerMonth - 1}::int) n returning id
    )
    insert into referral_reward (friend_id, referrer_id, booking_id, reward_kobo)
    select id, ${ada.user.id}, (select id from booking limit 1), ${referralKobo} from friend`.execute(
      tx,
    ),
  )
  for (let n = 0; n < 3; n += 1) await travel(await aFriendOf(ada))
  await Promise.all([sweep(), sweep(), sweep()])
  await sweep()
  const { friends, earned_kobo } = await referralOf(ada)
  expect(friends.filter(({ state }) => state === 'rewarded')).toHaveLength(maxReferralsPerMonth)
  expect(friends.filter(({ state }) => state === 'not_counted')).toHaveLength(2)
  expect(earned_kobo).toBe(referralKobo * maxReferralsPerMonth)
  expect(await balanceOf(ada)).toBe(referralKobo)
})

test('the books are even after all of it', async () => {
  expect(await findLedgerViolations({ db, config, log })).toEqual([])
})
