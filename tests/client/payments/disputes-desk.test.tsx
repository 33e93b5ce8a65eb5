import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerDispute, listDisputes, startPayment } from '#contract/payments/endpoints'
import { type ProviderName, providerNames } from '#contract/payments/rules'
import { sql } from '#server/db/sql'
import { aStaffMember } from '#tests/support/makers/members'
import { aUser } from '#tests/support/makers/people'
import { openDesk } from '#tests/client/fixtures/open-desk'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { db, server } = world

/** Makes a disputed top-up; returns the reference of its payment. */
async function aDispute(provider: ProviderName): Promise<string> {
  const { data: payment } = await server.call(
    startPayment,
    { purpose: 'wallet', provider, channel: 'ussd', amount_kobo: 500_000 },
    { as: (await aUser(server)).as },
  )
  for (const act of ['approve', 'dispute']) {
    await world.press(payment, act)
    expect(await world.doJobs()).toEqual([])
  }
  return payment.reference
}

test('a photo is asked for only where the company takes it, else the dashboard is named', async () => {
  const by = { paystack: await aDispute('paystack'), flutterwave: await aDispute('flutterwave') }
  await openDesk(world, await aStaffMember(server), '/disputes')
  const cardOf = async (provider: ProviderName) =>
    within(await screen.findByRole('listitem', { name: `Dispute ${by[provider]}` }))
  const dashboard = `${providerNames.flutterwave} takes evidence only in its own dashboard: upload photos there.`
  const paystack = await cardOf('paystack')
  expect(paystack.getByLabelText(/^Evidence/)).toBeDefined()
  expect(paystack.queryByText(/dashboard/)).toBeNull()
  const flutterwave = await cardOf('flutterwave')
  expect(flutterwave.queryByLabelText(/^Evidence/)).toBeNull()
  expect(flutterwave.getByText(dashboard)).toBeDefined()
})

test('a dispute that was decided before our answer was sent says so, also after the message is deleted', async () => {
  const admin = await aStaffMember(server)
  const reference = await aDispute('paystack')
  const { data } = await server.call(listDisputes, {}, { as: admin.as })
  const { id = '' } = data.find((one) => one.reference === reference) ?? {}
  const message = 'He has spent it on a trip.'
  await server.call(answerDispute, { id, answer: 'contest', message }, { as: admin.as })
  const openCard = async () => {
    await openDesk(world, admin, '/disputes')
    return screen.findByRole('listitem', { name: `Dispute ${reference}` })
  }
  const unsent = `We contested it: “${message}” The answer is on its way.`
  expect((await openCard()).textContent).toContain(unsent)
  await sql`
    update dispute set state = 'won', message = null, decided_at = now() where id = ${id}`.execute(
    db,
  )
  const card = await openCard()
  const decided = 'We contested it. It was decided before the answer was sent.'
  expect(within(card).getByText(decided)).toBeDefined()
  expect(card.textContent).not.toMatch(/null|on its way/)
})
