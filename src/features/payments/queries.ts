import {
  getPayment,
  listPaymentMethods,
  startPayment,
  verifyPayment,
} from '#contract/payments/endpoints'
import { type Payment } from '#contract/payments/model'
import { call, type CallInput } from '#lib/api'
import { forget, read, write } from '#lib/device'
import { retention } from '#lib/retention'
import { queryOptions } from '@tanstack/react-query'
import { hearsChanges } from '#features/events'
import type { Due } from './due.ts'

/** Ways to pay, for something with the reason beside those that cannot finish in time. */
export const listPaymentMethodsQuery = (due?: Due) =>
  queryOptions({
    queryKey: ['listPaymentMethods', due],
    queryFn: ({ signal }) =>
      call(listPaymentMethods, due ? { [due.purpose]: due.reference } : {}, { signal }),
    staleTime: 60_000,
  })

/**
 * Where a payment stands, and with it the account or the code to pay by, which the phone keeps: the network may be
 * gone when the money is sent. Told where somebody is logged in; asked every five seconds else, while it is open and
 * someone looks, and now and then all the same: what is told of money is never the only word.
 */
export const getPaymentQuery = (reference: string) =>
  queryOptions({
    queryKey: ['getPayment', reference],
    queryFn: ({ signal }) => call(getPayment, { reference }, { signal }),
    enabled: reference !== '',
    staleTime: 0,
    ...retention.day,
    refetchInterval: (query) => isOpen(query.state.data) && (hearsChanges() ? 30_000 : 5000),
  })

const isOpen = (payment: Payment | undefined) =>
  payment === undefined || payment.status === 'initiated' || payment.status === 'pending'

/**
 * Starts a payment. Its reference is on the phone before the browser leaves for the provider, so that
 * the settlement can be asked for whatever happens there.
 */
export async function pay(input: CallInput<typeof startPayment>, key: string): Promise<Payment> {
  const payment = await call(startPayment, input, { key })
  const { reference } = payment
  if (input.purpose === 'wallet') write('pending_top_up', { reference })
  else write('pending_payment', { reference, [input.purpose]: input.reference })
  return payment
}

/** Goes to the company's page. A browser that kept this page as it was shows it again at "back": then `onBack`. */
export function leaveFor(page: string, onBack: () => void): void {
  addEventListener('pageshow', onBack, { once: true })
  globalThis.location.assign(page)
}

/** "Has my payment landed?" */
export function askNow(reference: string): Promise<Payment> {
  return call(verifyPayment, { reference })
}

/** The payment this phone waits for, if it is one for this. */
export function pendingFor(due: Due): string | undefined {
  const pending = read('pending_payment')
  return pending?.[due.purpose] === due.reference ? pending.reference : undefined
}

/**
 * A payment has an end: the phone no longer waits for it, for what was due or else for the wallet. A newer one it
 * waits for still.
 */
export function settle(due: Due | undefined, reference: string): void {
  const slot = due === undefined ? 'pending_top_up' : 'pending_payment'
  if (read(slot)?.reference === reference) forget(slot)
}
