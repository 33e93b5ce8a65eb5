import type { Locator } from '@playwright/test'
import { holdSeatByCall, storeProof } from '#tests/e2e/fixtures/purchases'
import {
  ada,
  aPhoneNumber,
  type Channel,
  chidi,
  continueToPayment,
  fillPassengers,
  goToCheckout,
  holdGroupSeats,
  payAtCheckout,
  type Provider,
  searchFor,
  waitUntilInstalled,
} from '#tests/e2e/fixtures/steps'
import { verifyTicket, scanQr, fetchTicketKeys } from '#tests/e2e/fixtures/qr'
import { expect, test } from '#tests/e2e/fixtures/world'

const providers: readonly Provider[] = ['Paystack', 'Flutterwave']
const channels: readonly Channel[] = ['Card', 'Bank transfer', 'USSD']
/** The largest QR code, in modules per side, that a cheap phone reads from a scratched screen. */
const maxModules = 49

/** One complete journey per company; every other payment method starts from held seats. */
const wholeWays: readonly (readonly [Provider, Channel])[] = [
  ['Paystack', 'Card'],
  ['Flutterwave', 'USSD'],
]

for (const [provider, channel] of wholeWays)
  test(`two travel after paying by ${channel} with ${provider}, and board without a network`, async ({
    phone,
  }) => {
    const { page } = phone
    await searchFor(page)
    const reference = await holdGroupSeats(page)
    await fillPassengers(page, [ada, chidi], aPhoneNumber())
    await continueToPayment(page)
    await goToCheckout(page, provider, channel)
    await payAtCheckout(page, channel)

    const stubs = page.getByRole('article', { name: /^Ticket of/ })
    await expect(stubs).toHaveCount(2)
    const keys = await fetchTicketKeys(phone.context.request)
    const seats: number[] = []
    for (const [index, person] of [ada, chidi].entries())
      seats.push(await seeStub(stubs.nth(index), person.full_name, keys))
    expect(new Set(seats).size).toBe(2)

    await waitUntilInstalled(page)
    const reopened = await phone.reopen({ cut: true })
    await reopened.goto(`/ticket/${reference}`)
    const kept = reopened.getByRole('article', { name: `Ticket of ${chidi.full_name}` })
    await expect(kept).toBeVisible()
    const code = await scanQr(kept.getByRole('img', { name: /^Ticket code of/ }))
    expect(verifyTicket(code.text, keys).seat).toBe(seats[1])
  })

const isWhole = (provider: Provider, channel: Channel) =>
  wholeWays.some(([one, way]) => one === provider && way === channel)

for (const provider of providers)
  for (const channel of channels.filter((one) => !isWhole(provider, one)))
    test(`a held seat is paid by ${channel} with ${provider}, and its ticket shows`, async ({
      page,
    }) => {
      const held = await holdSeatByCall(page.request, { full_name: ada.full_name })
      await page.goto('/online.txt')
      await storeProof(page, held)
      await page.goto(`/bookride/pay?booking=${held.reference}`)
      await goToCheckout(page, provider, channel)
      await payAtCheckout(page, channel)
      const stub = page.getByRole('article', { name: /^Ticket of/ })
      await seeStub(stub, ada.full_name, await fetchTicketKeys(page.request))
    })

/** Checks a ticket on the screen, whose code our key signed; returns its seat. */
async function seeStub(
  stub: Locator,
  full_name: string,
  keys: Awaited<ReturnType<typeof fetchTicketKeys>>,
): Promise<number> {
  await expect(stub).toContainText(full_name)
  const code = await scanQr(stub.getByRole('img', { name: /^Ticket code of/ }))
  expect(code.modules).toBeLessThanOrEqual(maxModules)
  const { seat, name, issue } = verifyTicket(code.text, keys)
  await expect(stub).toHaveAccessibleName(`Ticket of ${full_name}, seat ${seat}`)
  expect(name).toBe(`${full_name[0]} OKONKWO`)
  expect(issue).toBe(1)
  return seat
}
