import { expect, test } from 'vitest'
import { answerDispute, listDisputes, startPayment } from '#contract/payments/endpoints'
import { sql } from '#server/db/sql'
import { addToDesk } from '#server/rooms/members'
import { addSecondFactor, aStaffMember } from '#tests/support/makers/members'
import { aUser } from '#tests/support/makers/people'
import type { Caller } from '#tests/support/server/test-server'
import { aPaymentWorld } from '#tests/support/worlds/payments'

const { db, server, press, doJobs } = await aPaymentWorld()
const { call } = server
const admin = await aStaffMember(server)

/** A dispute about a top-up, which our staff may answer. */
async function aDispute() {
  const owner = await aUser(server)
  const { data: payment } = await call(
    startPayment,
    { purpose: 'wallet', provider: 'paystack', channel: 'ussd', amount_kobo: 500_000 },
    { as: owner.as },
  )
  for (const what of ['approve', 'dispute']) {
    await press(payment, what)
    expect(await doJobs()).toEqual([])
  }
  const find = async () => {
    const { data } = await call(listDisputes, { per_page: 50 }, { as: admin.as })
    const found = data.find((one) => one.payment === payment.reference)
    if (found === undefined) throw new Error('no dispute')
    return found
  }
  const { id } = await find()
  const answer = (as: Caller) =>
    call(answerDispute, { id, answer: 'contest', message: 'He has spent it on a trip.' }, { as })
  return { id, owner, find, answer }
}

test('a dispute that its bank reopens can be answered again', async () => {
  const { id, find, answer } = await aDispute()
  expect((await answer(admin.as)).status).toBe(200)
  expect(await doJobs()).toEqual([])
  expect(await find()).toMatchObject({ answer: 'contest', is_sent: true })
  for (const state of ['won', 'open'])
    await sql`select record_dispute(payment_id, provider_id, amount_kobo, ${state}, ${state}, null)
      from dispute where id = ${id}`.execute(db)
  expect(await find()).toMatchObject({ state: 'open', answer: null, message: null, is_sent: false })
  expect((await answer(admin.as)).status).toBe(200)
})

test('nobody answers a dispute about their own payment', async () => {
  const { owner, answer } = await aDispute()
  await addToDesk(db, { email: owner.user.email ?? '', operator: null, role: 'admin' })
  await addSecondFactor(server, owner.as)
  expect((await answer(owner.as)).problem.code).toBe('not_allowed')
  expect((await answer(admin.as)).status).toBe(200)
})
