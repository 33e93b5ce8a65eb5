import { CallError, isReachable } from '#lib/api'
import { read } from '#lib/device'
import { listAllPayables, findPayableByKind } from '#lib/room'
import { showToast } from '#lib/toast'
import type { QueryClient } from '@tanstack/react-query'
import { findPendingPayable, deleteEndedPayment } from './pending.ts'
import { checkPayment } from './queries.ts'

let isAsking = false

/**
 * Asks the server for the outcome of this phone's pending payment, on any screen: the person may have paid while the
 * phone was off or offline. Once it has succeeded, what was bought is stored on the phone. Without an answer, nothing
 * changes, and the question is repeated. Never rejects.
 */
export async function settlePendingPayment(queries: QueryClient): Promise<void> {
  if (isAsking) return
  isAsking = true
  for (let pause = 2000; !(await isAnswered(queries)); pause = Math.min(pause * 2, 60_000))
    await new Promise((resolve) => setTimeout(resolve, pause))
  isAsking = false
}

/** Returns whether the open screen checks the payment itself. */
const isOnPaymentScreen = () =>
  listAllPayables().some(({ screens }) =>
    screens.some((path) => location.pathname.startsWith(path)),
  )

/**
 * Checks the pending payment once. Returns false if there was no answer. The server limits the number of checks, so it
 * is asked only when it is reachable.
 */
async function isAnswered(queries: QueryClient): Promise<boolean> {
  const pending = read('pending_payment')
  if (pending === undefined || isOnPaymentScreen()) return true
  const due = findPendingPayable(pending)
  const payable = findPayableByKind(due?.kind)
  if (due === undefined || payable === undefined) return true
  if (!(await isReachable())) return false
  try {
    const payment = await checkPayment(pending.reference)
    if (payment.status !== 'succeeded') return true
    const isPaid = payment.outcome.startsWith('confirmed')
    // Do this before the pending payment is deleted: a screen that opens in between must not offer to pay again.
    await payable.note(queries, due.reference, isPaid)
    deleteEndedPayment(due, pending.reference)
    showToast(isPaid ? payable.labels.landed : payment.message)
    return true
  } catch (error) {
    // After a refusal, the list of these payables has a notice to check again (`UnsettledPaymentNotice`).
    return !(error instanceof CallError && error.is_offline)
  }
}
