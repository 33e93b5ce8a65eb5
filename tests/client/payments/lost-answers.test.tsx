import { screen } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { sql } from '#server/db/sql'
import { chooseMethod } from '#tests/client/fixtures/checkout'
import { findCheckButton, openPayStep } from '#tests/client/fixtures/pay-step'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { hand } = world
const openPay = () => openPayStep(world)

test('who went back to correct a name is not taken to the payment company by a late answer', async () => {
  const { reference, fare } = await openPay()
  await chooseMethod(world, 'Paystack', /card/i)
  const answer = world.silenceAt('/api/v1/waka/payments')
  await hand.click(screen.getByRole('button', { name: `Pay ${fare}` }))
  await hand.click(screen.getByRole('link', { name: 'Travellers' }))
  answer()
  await screen.findByText('Your payment waits for you to continue.')
  expect(location.pathname).toBe('/bookride/passenger-details')
  await world.open(`/bookride/pay?booking=${reference}`)
  expect(await screen.findByRole('link', { name: 'Back to the payment page' })).toBeDefined()
})

test('after a transfer whose answer was lost, the same tap leads to its account and opens no second one', async () => {
  const { reference, fare } = await openPay()
  await chooseMethod(world, 'Paystack', /transfer/i)
  world.loseAnswerOnce('POST /api/v1/waka/payments')
  await hand.click(screen.getByRole('button', { name: `Pay ${fare}` }))
  await screen.findByText(/^No network\. Nothing was paid\./)
  await hand.click(screen.getByRole('button', { name: `Pay ${fare}` }))
  expect(await screen.findByText('Account number')).toBeDefined()
  expect(await accountsOf(reference)).toBe(1)
})

test('the page is reloaded before a transfer was answered: the first account is shown, not a second', async () => {
  const { reference, fare } = await openPay()
  await chooseMethod(world, 'Paystack', /transfer/i)
  world.loseAnswerOnce('POST /api/v1/waka/payments')
  const back = world.breakAt(`GET /api/v1/waka/bookings/${reference}`)
  await hand.click(screen.getByRole('button', { name: `Pay ${fare}` }))
  await screen.findByText(/^No network\. Nothing was paid\./)
  await world.reload()
  // This phone has stored no payment, and pressing the button again continues the same one.
  await chooseMethod(world, 'Paystack', /transfer/i)
  await hand.click(screen.getByRole('button', { name: `Pay ${fare}` }))
  back()
  expect(await screen.findByText('Account number')).toBeDefined()
  expect(await accountsOf(reference)).toBe(1)
})

test('after a lost answer and a reload, the payment is shown at once although the copy on the phone is young', async () => {
  const { reference, fare } = await openPay()
  await chooseMethod(world, 'Paystack', /transfer/i)
  world.loseAnswerOnce('POST /api/v1/waka/payments')
  await hand.click(screen.getByRole('button', { name: `Pay ${fare}` }))
  await screen.findByText(/^No network\. Nothing was paid\./)
  await world.reload()
  expect(await screen.findByText('Account number')).toBeDefined()
  expect(await accountsOf(reference)).toBe(1)
})

test('a payment whose answer was lost and that has ended is not given for a new one', async () => {
  const { reference, fare } = await openPay()
  await chooseMethod(world, 'Paystack', /transfer/i)
  world.loseAnswerOnce('POST /api/v1/waka/payments')
  await hand.click(screen.getByRole('button', { name: `Pay ${fare}` }))
  await screen.findByText(/^No network\. Nothing was paid\./)
  // The phone no longer has a copy of the booking, and the server names the payment.
  globalThis.indexedDB = new IDBFactory()
  await world.reload()
  const check = await findCheckButton()
  // The company has ended it too: otherwise a check that is under way would open it again.
  await sql`update sandbox.charge set status = 'abandoned' where reference like ${`${reference}%`}`.execute(
    world.db,
  )
  await hand.click(check)
  await screen.findByText('The payment was not finished')
  globalThis.indexedDB = new IDBFactory()
  await world.reload()
  await chooseMethod(world, 'Paystack', /transfer/i)
  await hand.click(screen.getByRole('button', { name: `Pay ${fare}` }))
  expect(await screen.findByText('Account number')).toBeDefined()
  expect(screen.queryByText('The payment was not finished')).toBeNull()
  expect(await accountsOf(reference)).toBe(2)
})

const accountsOf = async (reference: string) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from payment p join booking b on b.payable_id = p.payable_id
    where b.reference = ${reference}`.execute(world.db)
  return rows[0]?.n
}
