import { getBooking } from '#contract/bookings/endpoints'
import { getParcel } from '#contract/parcels/endpoints'
import { noteParcel } from '#features/parcels'
import { saveTicketsOf } from '#features/tickets'
import { call, CallError, isReachable } from '#lib/api'
import { type Kept, read } from '#lib/device'
import { toast } from '#lib/toast'
import type { QueryClient } from '@tanstack/react-query'
import { type Due, dueKey } from './due.ts'
import { askNow, settle } from './queries.ts'

/** These ask for themselves. */
const askingScreens =
  /^\/(bookride\/pay|thanks-for-booking|waybill\/(proceed|success)|charter-marketplace\/confirm-payment|invoice-checkout)/

let isAsking = false

/**
 * Asks what became of a payment that this phone still waits for, wherever the person is now: they may have
 * paid while the phone was off or had no network. Once it has landed, the ticket or the waybill is put on
 * the phone. Silence changes nothing and is asked again. Never rejects.
 */
export async function lookAfterPayment(queries: QueryClient): Promise<void> {
  if (isAsking) return
  isAsking = true
  for (let pause = 2000; !(await isAnswered(queries)); pause = Math.min(pause * 2, 60_000))
    await new Promise((resolve) => setTimeout(resolve, pause))
  isAsking = false
}

/** False while nobody answers. The server counts its checks, so it is asked only where it can be reached. */
async function isAnswered(queries: QueryClient): Promise<boolean> {
  const pending = read('pending_payment')
  if (pending === undefined || askingScreens.test(location.pathname)) return true
  if (!(await isReachable())) return false
  try {
    const payment = await askNow(pending.reference)
    if (payment.status !== 'succeeded') return true
    const isOurs = payment.outcome.startsWith('confirmed')
    const due = dueOf(pending)
    // Before the payment is settled here: a screen that opens meanwhile must not offer to pay once more.
    await noteNewest(queries, due, isOurs)
    settle(due, pending.reference)
    toast(isOurs ? landed[due.purpose] : payment.message)
    return true
  } catch (error) {
    // Of a refusal My trips tells more, and asks again when they want to.
    return !(error instanceof CallError && error.is_offline)
  }
}

function dueOf({
  booking = '',
  parcel,
  charter,
  invoice,
}: NonNullable<Kept['pending_payment']>): Due {
  if (charter !== undefined) return { purpose: 'charter', reference: charter }
  if (invoice !== undefined) return { purpose: 'invoice', reference: invoice }
  return parcel === undefined
    ? { purpose: 'booking', reference: booking }
    : { purpose: 'parcel', reference: parcel }
}

const landed = {
  booking: 'Your payment has landed. The ticket is saved on this phone.',
  parcel: 'Your payment has landed. The waybill is saved on this phone.',
  invoice: 'Your payment has landed. The receipt is with the invoice.',
  charter: 'Your payment has landed. The vehicle is booked.',
}

async function noteNewest(
  queries: QueryClient,
  { purpose, reference }: Due,
  isOurs: boolean,
): Promise<void> {
  if (purpose === 'invoice')
    return queries.invalidateQueries({ queryKey: dueKey({ purpose, reference }) })
  if (purpose === 'parcel')
    return noteParcel(queries, await call(getParcel, { tracking_id: reference }))
  if (purpose === 'charter') {
    const { getCharter } = await import('#contract/charters/endpoints')
    const { noteCharter } = await import('#features/charters')
    return noteCharter(queries, await call(getCharter, { reference }))
  }
  const booking = isOurs
    ? (await saveTicketsOf(reference)).booking
    : await call(getBooking, { reference })
  const { noteBooking, noteUnpaid } = await import('#features/bookings')
  noteUnpaid(booking)
  noteBooking(queries, booking)
}
