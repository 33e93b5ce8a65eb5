import { afterAll, expect, test } from 'vitest'
import { cancelBooking, previewCancellation } from '#contract/bookings/endpoints'
import { adoptGuestBookings } from '#contract/profile/endpoints'
import { getWalletBalance } from '#contract/wallet/endpoints'
import { inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import { requestRefund } from '#server/rooms/payments'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { testDatabase } from '#tests/support/database/test-database'
import { findLedgerViolations } from '#tests/support/database/ledger-violations'
import { aTrip } from '#tests/support/makers/trips'
import { type MadeUser, aUser } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'
import { aBookingForPerson } from '#tests/support/makers/travels'

/* Refunds return to the payment's source; only what the account itself paid goes to its wallet. */

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server

/** A guest pays by card and gives another person's phone number, whose owner adopts the booking into their account. */
async function anAdoptedBooking() {
  const owner = await aUser(server)
  const { id, sellable } = await aTrip(db)
  const paid = await aPaidBooking(server, id, sellable.slice(0, 1), {
    contact: { full_name: 'Ada Obi', phone: owner.user.phone ?? '' },
  })
  expect((await call(adoptGuestBookings, {}, { as: owner.as })).data).toEqual({ adopted: 1 })
  return { owner, reference: paid.booking.reference }
}

const inWallet = async ({ as }: MadeUser) =>
  (await call(getWalletBalance, {}, { as })).data.balance_kobo

test('a guest’s card money does not come into the wallet of who took the booking over', async () => {
  const { owner, reference } = await anAdoptedBooking()
  const preview = await call(previewCancellation, { reference }, { as: owner.as })
  expect(preview.data.to_wallet).toBe(false)
  const refused = await call(cancelBooking, { reference, refund_to: 'wallet' }, { as: owner.as })
  expect(refused.problem).toMatchObject({ status: 409, code: 'paid_by_another' })
  expect(await inWallet(owner)).toBe(0)

  const done = await call(cancelBooking, { reference, refund_to: 'source' }, { as: owner.as })
  expect(done.data.refunds).toMatchObject([
    { to: 'source', amount_kobo: preview.data.refund_kobo, reason: 'cancelled' },
  ])
  expect(await inWallet(owner)).toBe(0)
})

test('the database itself sends a guest’s money back to its source, whatever was asked', async () => {
  const { owner, reference } = await anAdoptedBooking()
  const { rows } = await sql<{ id: string; seats: number[] }>`
    select id, seats from booking where reference = ${reference}`.execute(db)
  const [{ id, seats } = { id: '', seats: [] }] = rows
  await inTransaction(db, (tx) =>
    requestRefund(tx, {
      payable_id: id,
      amount_kobo: 100,
      reason: 'cancelled',
      destination: 'wallet',
      effect: 'mine now',
      seats,
    }),
  )
  const made = await sql`select destination from refund where payable_id = ${id}`.execute(db)
  expect(made.rows).toEqual([{ destination: 'source' }])
  expect(await inWallet(owner)).toBe(0)
  const forged = sql`update refund set destination = 'wallet', wallet_of = ${owner.user.id}
    where payable_id = ${id}`.execute(db)
  await expect(forged).rejects.toThrow('refund_to_its_payer')
  const taken =
    sql`update payment set person_id = ${owner.user.id} where payable_id = ${id}`.execute(db)
  await expect(taken).rejects.toThrow('who paid')
})

test('what an account paid itself goes into its wallet, when it wants that', async () => {
  const owner = await aUser(server)
  const { reference } = await aBookingForPerson(server, owner)
  const { data } = await call(previewCancellation, { reference }, { as: owner.as })
  expect(data.to_wallet).toBe(true)
  const done = await call(cancelBooking, { reference, refund_to: 'wallet' }, { as: owner.as })
  expect(done.data.refunds).toMatchObject([{ to: 'wallet', amount_kobo: data.refund_kobo }])
  expect(await inWallet(owner)).toBe(data.refund_kobo)
  const names = await findLedgerViolations({ db, config: server.host.config, log: server.host.log })
  expect(names).not.toContain('money came into the wallet of who did not pay it')
})
