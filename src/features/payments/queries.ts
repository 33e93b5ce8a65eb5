import {
  getPayment,
  listPaymentMethods,
  listPayments,
  startPayment,
  verifyPayment,
} from '#contract/payments/endpoints'
import type { Payment } from '#contract/payments/model'
import { call, type CallInput } from '#lib/api'
import { write } from '#lib/device'
import { isEventStreamOpen } from '#lib/live'
import { findNextPage, makeRepeatFilter } from '#lib/queries/next-page'
import { retention } from '#lib/queries/retention'
import { showToast } from '#lib/toast'
import { isNotFound } from '#lib/queries/retries'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { PayableRef } from './due.ts'

/**
 * Query options for the payment methods. For a payable, methods that cannot finish before its deadline are unavailable,
 * with the `reason`.
 */
export const listPaymentMethodsQuery = (due?: PayableRef) =>
  queryOptions({
    queryKey: ['listPaymentMethods', due],
    queryFn: ({ signal }) =>
      call(listPaymentMethods, due ? { [due.kind]: due.reference } : {}, { signal }),
    staleTime: 60_000,
  })

/** Query options for the person's payments that have succeeded or are in progress, newest first. */
export const listPaymentsQuery = infiniteQueryOptions({
  queryKey: ['listPayments'],
  queryFn: ({ signal, pageParam }) => call(listPayments, { page: pageParam }, { signal }),
  initialPageParam: 1,
  getNextPageParam: findNextPage,
  select: makeRepeatFilter('reference'),
  ...retention.month(listPayments.shape),
})

/**
 * Query options for the state of a payment with the account or code to pay. It is stored on the phone, because the
 * network may be gone when the person sends the money. While the payment is open and visible, it is polled every five
 * seconds, or every 30 s with an event stream, since not every change causes an event.
 */
export const getPaymentQuery = (reference: string) =>
  queryOptions({
    queryKey: ['getPayment', reference],
    queryFn: ({ signal }) => call(getPayment, { reference }, { signal }),
    enabled: reference !== '',
    staleTime: 0,
    ...retention.day(getPayment.shape),
    refetchInterval: ({ state }) =>
      isOpen(state.data) && !isNotFound(state.error) && (isEventStreamOpen() ? 30_000 : 5000),
  })

const isOpen = (payment: Payment | undefined) =>
  payment === undefined || payment.status === 'initiated' || payment.status === 'pending'

/**
 * Starts a payment. Its reference is stored on the phone before the browser leaves for the company's page, so that the
 * outcome can be checked whatever happens there.
 */
export async function beginPayment(
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
 * Opens the company's page if the payment needs one; else calls `onStarted` immediately. Also calls `onStarted` if the
 * person goes back and the browser shows this page from its cache. If the person has left the page meanwhile, only says
 * what became of the payment: the screen on which it was started leads on when it is opened again.
 */
export function openPaymentPage(
  payment: Payment,
  onStarted: (reference: string) => void,
  isStillHere: () => boolean,
): void {
  const { authorization_url, reference, status } = payment
  if (!isStillHere())
    return showToast(
      status === 'succeeded' ? 'Your payment is done.' : 'Your payment waits for you to continue.',
    )
  if (authorization_url === null) return onStarted(reference)
  addEventListener('pageshow', () => onStarted(reference), { once: true })
  globalThis.location.assign(authorization_url)
}

/** Asks the server to check whether the payment has succeeded. Returns the updated payment. */
export function checkPayment(reference: string): Promise<Payment> {
  return call(verifyPayment, { reference })
}
