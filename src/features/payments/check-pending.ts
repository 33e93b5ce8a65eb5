import { CallError, isReachable } from '#lib/api'
import { read } from '#lib/device'
import { allPayables, payableOf } from '#lib/room'
import { toast } from '#lib/toast'
import type { QueryClient } from '@tanstack/react-query'
import { pendingSubject, endPendingPayment } from './pending.ts'
import { checkPayment } from './queries.ts'

let isAsking = false

/**
 * Asks what became of a payment that this phone still waits for, wherever the person is now: they may have
 * paid while the phone was off or had no network. Once it has landed, what was bought is put on the phone.
 * Silence changes nothing and is asked again. Never rejects.
 */
export async function checkPendingPayment(queries: QueryClient): Promise<void> {
  if (isAsking) return
  isAsking = true
  for (let pause = 2000; !(await isAnswered(queries)); pause = Math.min(pause * 2, 60_000))
    await new Promise((resolve) => setTimeout(resolve, pause))
  isAsking = false
}

/** Whether the screen that is open asks for itself. */
const isAsked = () =>
  allPayables().some(({ screens }) => screens.some((path) => location.pathname.startsWith(path)))

/** False without an answer. The server counts its checks, so it is asked only when reachable. */
async function isAnswered(queries: QueryClient): Promise<boolean> {
  const pending = read('pending_payment')
  if (pending === undefined || isAsked()) return true
  const due = pendingSubject(pending)
  const payable = payableOf(due?.kind)
  if (due === undefined || payable === undefined) return true
  if (!(await isReachable())) return false
  try {
    const payment = await checkPayment(pending.reference)
    if (payment.status !== 'succeeded') return true
    const isPaid = payment.outcome.startsWith('confirmed')
    // Before the payment is settled here: a screen that opens meanwhile must not offer to pay again.
    await payable.note(queries, due.reference, isPaid)
    endPendingPayment(due, pending.reference)
    toast(isPaid ? payable.labels.landed : payment.message)
    return true
  } catch (error) {
    // My trips shows more about a refusal, and a button to ask again.
    return !(error instanceof CallError && error.is_offline)
  }
}
