import { saveTicketsOf } from '#features/tickets'
import { read } from '#lib/device'
import { say } from '#lib/say'
import type { QueryClient } from '@tanstack/react-query'
import { askNow, settle } from './queries.ts'

/** These ask for themselves. */
const askingScreens = /^\/(bookride\/pay|thanks-for-booking)/

/**
 * Asks what became of a booking's payment that this phone still waits for, wherever the person is now:
 * she may have paid while the phone was off or had no network. Once it has landed, the ticket is put on
 * the phone. Silence changes nothing. Never rejects.
 */
export async function lookAfterPayment(queries: QueryClient): Promise<void> {
  const pending = read('pending_payment')
  if (pending === undefined || askingScreens.test(location.pathname)) return
  try {
    const payment = await askNow(pending.reference)
    if (payment.status !== 'succeeded') return
    const isOurs = payment.outcome.startsWith('confirmed')
    if (isOurs) await saveTicketsOf(pending.booking)
    settle(pending.booking)
    void queries.invalidateQueries({ queryKey: ['getBooking', pending.booking] })
    say(isOurs ? 'Your payment has landed. The ticket is saved on this phone.' : payment.message)
  } catch {
    // My trips says what is known, and asks again when she wants to.
  }
}
