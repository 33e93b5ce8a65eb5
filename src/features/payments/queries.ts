import {
  getPayment,
  listPaymentMethods,
  startPayment,
  verifyPayment,
} from '#contract/payments/endpoints'
import type { Payment } from '#contract/payments/model'
import { call, type CallInput } from '#lib/api'
import { write } from '#lib/device'
import { hasLiveEvents } from '#lib/live'
import { retention } from '#lib/queries/retention'
import { queryOptions } from '@tanstack/react-query'
import type { PaymentSubject } from './due.ts'

/** Payment methods; those for a thing say why they cannot finish in time. */
export const listPaymentMethodsQuery = (due?: PaymentSubject) =>
  queryOptions({
    queryKey: ['listPaymentMethods', due],
    queryFn: ({ signal }) =>
      call(listPaymentMethods, due ? { [due.kind]: due.reference } : {}, { signal }),
    staleTime: 60_000,
  })

/**
 * The state of a payment with the account or code to pay, stored on the phone: the network may be gone when the money
 * is sent. With an event stream it is loaded on events; else every five seconds while it is open and visible, and now
 * and then in any case, since events about money are not the only source.
 */
export const getPaymentQuery = (reference: string) =>
  queryOptions({
    queryKey: ['getPayment', reference],
    queryFn: ({ signal }) => call(getPayment, { reference }, { signal }),
    enabled: reference !== '',
    staleTime: 0,
    ...retention.day,
    refetchInterval: (query) => isOpen(query.state.data) && (hasLiveEvents() ? 30_000 : 5000),
  })

const isOpen = (payment: Payment | undefined) =>
  payment === undefined || payment.status === 'initiated' || payment.status === 'pending'

/**
 * Starts a payment. Its reference is stored on the phone before the browser leaves for the company, so that the
 * outcome can be asked for whatever happens there.
 */
export async function startPaymentOf(
  input: CallInput<typeof startPayment>,
  key: string,
): Promise<Payment> {
  const payment = await call(startPayment, input, { key })
  const { reference } = payment
  if (input.purpose === 'wallet') write('pending_top_up', { reference })
  else write('pending_payment', { reference, [input.purpose]: input.reference })
  return payment
}

/**
 * Goes to the company's page, where a payment needs one. A browser that kept this page as it was shows it again at
 * "back": then, and without such a page at once, `onStarted`.
 */
export function openPaymentPage(payment: Payment, onStarted: (reference: string) => void): void {
  const { authorization_url, reference } = payment
  if (authorization_url === null) return onStarted(reference)
  addEventListener('pageshow', () => onStarted(reference), { once: true })
  globalThis.location.assign(authorization_url)
}

/** "Has my payment landed?" */
export function checkPayment(reference: string): Promise<Payment> {
  return call(verifyPayment, { reference })
}
