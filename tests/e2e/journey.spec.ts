import {
  ada,
  aNumber,
  type Channel,
  chidi,
  continueToPayment,
  fillPassengers,
  goToCheckout,
  holdTogether,
  payThere,
  type Provider,
  searchFor,
  waitUntilInstalled,
} from './support/steps.ts'
import { provedTicket, readScreen, ticketKeys } from './support/qr.ts'
import { expect, test } from './support/world.ts'

const providers: readonly Provider[] = ['Paystack', 'Flutterwave']
const channels: readonly Channel[] = ['Card', 'Bank transfer', 'USSD']
/** The largest code that a cheap phone reads from a scratched screen. */
const mostModules = 49

for (const provider of providers) {
  for (const channel of channels) {
    test(`two travel after paying by ${channel} with ${provider}, and board without a network`, async ({
      phone,
    }) => {
      const { page } = phone
      await searchFor(page)
      const reference = await holdTogether(page)
      await fillPassengers(page, [ada, chidi], aNumber())
      await continueToPayment(page)
      await goToCheckout(page, provider, channel)
      await payThere(page, channel)

      const stubs = page.getByRole('article', { name: /^Ticket of/ })
      await expect(stubs).toHaveCount(2)
      const keys = await ticketKeys(phone.context.request)
      const seats: number[] = []
      for (const [index, person] of [ada, chidi].entries()) {
        const stub = stubs.nth(index)
        await expect(stub).toContainText(person.full_name)
        const code = await readScreen(stub.getByRole('img', { name: /^Ticket code of/ }))
        expect(code.modules).toBeLessThanOrEqual(mostModules)
        const { seat, name, issue } = provedTicket(code.text, keys)
        await expect(stub).toHaveAccessibleName(`Ticket of ${person.full_name}, seat ${seat}`)
        expect(name).toBe(`${person.full_name[0]} OKONKWO`)
        expect(issue).toBe(1)
        seats.push(seat)
      }
      expect(new Set(seats).size).toBe(2)

      await waitUntilInstalled(page)
      const reopened = await phone.reopen({ cut: true })
      await reopened.goto(`/ticket/${reference}`)
      const kept = reopened.getByRole('article', { name: `Ticket of ${chidi.full_name}` })
      await expect(kept).toBeVisible()
      const code = await readScreen(kept.getByRole('img', { name: /^Ticket code of/ }))
      expect(provedTicket(code.text, keys).seat).toBe(seats[1])
    })
  }
}
