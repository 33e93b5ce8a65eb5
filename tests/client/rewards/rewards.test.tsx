import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { sql } from '#server/db/sql'
import { aHeldBooking, aTripToPayFor } from '#tests/support/worlds/payments'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import { givePoints } from '#tests/support/makers/points'
import { giveHoldToAccount, fetchWalletBalance } from '#tests/support/makers/wallets'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { db, hand, server, pressButton: press } = world

const points = async () => within(await screen.findByRole('region', { name: 'Points' }))

/** Somebody with points from a trip long ago, logged in on this phone. */
async function aCollector(earned: number, lapse_in_days = 300): Promise<MadeUser> {
  const owner = await aUser(server)
  await aHeldBooking(db, await aTripToPayFor(db), [1])
  await givePoints(db, owner.user.id, earned, lapse_in_days)
  world.enter(owner)
  return owner
}

test('points are shown with their worth, the way to the next tier and when they lapse', async () => {
  await aCollector(1250, 10)
  await world.open('/profile/rewards')
  expect((await points()).getByText('1,250')).toBeDefined()
  expect((await points()).getByText('₦1,250')).toBeDefined()
  expect(screen.getByText(/^1,250 points expire on /)).toBeDefined()
  expect(screen.getByRole('progressbar', { name: 'Trips on the way to Regular' })).toBeDefined()
  expect(screen.getByText(/4 more trips make you a Regular/)).toBeDefined()
})

test('some of the points become money, and the ledger says so', async () => {
  const owner = await aCollector(500)
  await world.open('/profile/rewards')
  const many = await screen.findByLabelText(/^How many/)
  await hand.clear(many)
  await hand.type(many, '200')
  await press('Turn 200 points into ₦200')
  expect(await screen.findByText('₦200 more is in your wallet.')).toBeDefined()
  expect(await (await points()).findByText('300')).toBeDefined()
  const ledger = within(screen.getByRole('region', { name: 'Points earned and spent' }))
  expect(await ledger.findByText('−200')).toBeDefined()
  expect((await fetchWalletBalance(server, owner)).balance_kobo).toBe(20_000)
})

test('a decimal comma is no part of a count, and turns no points into money', async () => {
  await aCollector(5000)
  await world.open('/profile/rewards')
  const many = await screen.findByLabelText(/^How many/)
  await hand.clear(many)
  await hand.type(many, '200,5')
  expect(screen.getByText('Enter a number from 100 to 5,000.')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Turn/ })).toBeNull()
  await hand.clear(many)
  await hand.type(many, '2,000')
  expect(await screen.findByRole('button', { name: /^Turn 2,000 points/ })).toBeDefined()
})

test('points become money at the checkout and pay at once', async () => {
  const owner = await aCollector(400)
  const held = await giveHoldToAccount(
    db,
    await aHeldBooking(db, await aTripToPayFor(db), [1]),
    owner,
  )
  await world.open(`/bookride/pay?booking=${held.reference}`)
  await press('Turn 400 points into ₦400')
  expect(await screen.findByText('₦400 more is in your wallet.')).toBeDefined()
  expect(await screen.findByRole('checkbox', { name: /^Use ₦400 of your wallet/ })).toBeDefined()
})

test('who has few points is told from how many on they are worth something', async () => {
  await aCollector(99)
  await world.open('/profile/rewards')
  expect((await points()).getByText(/^From 100 points on/)).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Turn/ })).toBeNull()
})

test('a code is handed on, and who came with it is seen', async () => {
  const owner = await aUser(server)
  const { referral_code } = owner.user
  await aUser(server, { full_name: 'Bisi Ade', referral_code })
  world.enter(owner)
  const share = vi.fn<(what: ShareData) => Promise<void>>(() => Promise.resolve())
  vi.stubGlobal('navigator', Object.assign(navigator, { share }))
  await world.open('/profile/referral')
  expect(await screen.findByText(referral_code)).toBeDefined()
  await press('Share')
  await waitFor(() => expect(share.mock.calls[0]?.[0].text).toContain(referral_code))
  expect(screen.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toContain(
    referral_code,
  )
  const friends = within(screen.getByRole('region', { name: 'Your friends' }))
  expect(friends.getByText('Bisi')).toBeDefined()
  expect(friends.getByText('has not travelled yet')).toBeDefined()
  vi.unstubAllGlobals()
})

test('a list of friends that is cut says so', async () => {
  const owner = await aUser(server)
  world.enter(owner)
  const invite = (count: number) =>
    sql`insert into person (id, full_name, referral_code, referred_by, created_at)
      select gen_random_uuid(), 'Friend ' || n, gen_random_uuid()::text, ${owner.user.id}::uuid, now() - n * interval '1 second'
      from generate_series(1, ${count}::int) n`.execute(db)
  const cut = 'Only the newest 100 are listed.'
  await invite(99)
  await world.open('/profile/referral')
  expect(await screen.findAllByText('has not travelled yet')).toHaveLength(99)
  expect(screen.queryByText(cut)).toBeNull()
  await invite(2)
  await world.open('/profile/referral')
  expect(await screen.findByText(cut)).toBeDefined()
  expect(screen.getAllByText('has not travelled yet')).toHaveLength(100)
})
