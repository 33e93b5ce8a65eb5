import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listInvoices } from '#contract/invoices/endpoints'
import { naira } from '#contract/money'
import { aCharter, aVehicle, payCharter } from '#tests/support/charters'
import { goodCard } from '#tests/support/payment-world'
import { leaveBy, pressThere } from './checkout.ts'
import { aClientWorld } from './world.tsx'

const world = await aClientWorld()
const { db, hand, server, pressButton: press } = world

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })

test('each address for hired vehicles that the specification names opens its screen', async () => {
  const vehicle = await aVehicle(db)
  const made = await aCharter(server, vehicle)
  await payCharter(server, made)
  world.enter(made.owner)
  const paid = `/charter-marketplace/confirm-payment/success?charter=${made.charter.reference}`
  for (const [address, title] of [
    ['/charter-type', 'Hire a vehicle'],
    ['/charter-marketplace', 'Vehicles for hire'],
    ['/charter-marketplace/custom-request', 'Ask for offers'],
    [`/charter-marketplace/browse_charter/${vehicle.id}`, 'Toyota HiAce 2020'],
    ['/charter-request', 'Ask for offers'],
    ['/charter-airport', 'Airport pick-up and drop-off'],
    ['/charter-request/success', 'No such request'],
    [paid, 'Deposit paid. It is yours.'],
  ] as const) {
    await world.open(address)
    expect(await heading(title), address).toBeDefined()
  }
})

test('deposit and balance through a company: back from it, each says what was paid, and the invoice is there', async () => {
  const { charter, owner } = await aCharter(server, await aVehicle(db))
  const { reference, price } = charter
  world.enter(owner)
  const pay = async (company: string, kobo: number, card: string) => {
    await world.open(`/charter-marketplace/confirm-payment?charter=${reference}`)
    const group = await screen.findByRole('group', { name: company })
    await hand.click(within(group).getByRole('radio', { name: /card/i }))
    const page = await leaveBy(() => press(`Pay ${naira(kobo)}`))
    expect(JSON.parse(localStorage.getItem('pending-payment') ?? '{}')).toMatchObject({
      charter: reference,
    })
    const back = await pressThere(page, { act: 'card', card })
    const paid = `/charter-marketplace/confirm-payment/success?charter=${reference}&payment=`
    expect(back.startsWith(paid)).toBe(true)
    await world.open(back)
  }
  await pay('Paystack', price.deposit_kobo, goodCard.paystack)
  await heading('Deposit paid. It is yours.')
  await waitFor(() => expect(localStorage.getItem('pending-payment')).toBeNull())
  await pay('Flutterwave', price.total_kobo - price.deposit_kobo, goodCard.flutterwave)
  await heading('Paid. Your vehicle is booked.')
  const invoices = await server.call(listInvoices, {}, { as: owner.as })
  expect(invoices.data).toMatchObject([{ state: 'paid', total_kobo: price.total_kobo }])
})
