import { setTimeout as sleep } from 'node:timers/promises'
import {
  getBooking,
  holdSeats,
  releaseHold,
  setPassengers,
  cancelBooking,
} from '#contract/bookings/endpoints'
import { providers } from '#contract/payments/rules'
import type { Payment } from '#contract/payments/model'
import { startPayment, verifyPayment } from '#contract/payments/endpoints'
import type { Company } from '#demo/sandbox/charge-repository'
import { type Phone, type Credentials, makePhone } from './caller.ts'
import { actOnPaidCharge } from './company-staff.ts'
import { findCheckoutPath } from '#tests/support/worlds/checkout-path'
import type { SeededRandom } from '#tests/load/run/seeded-random'
import { sendWebhooks } from './webhooks.ts'
import { addReturnTrip } from '#tests/load/invariants/return-trips'
import {
  type LoadRunSetting,
  goodCard,
  declinedCard,
  expireHold,
} from '#tests/load/run/load-run-setting'
import { makeTravellers } from '#tests/support/makers/bookings'
import type { MadeTrip } from '#tests/support/makers/trips'

/** Buys tickets again and again until the run is over, each time as a new guest on a new device. */
export async function runBuyer(
  town: LoadRunSetting,
  dice: SeededRandom,
  isOver: () => boolean,
): Promise<void> {
  const buyer = { town, dice, phone: makePhone(town.origins, dice, town.tally), isOver }
  while (!isOver()) {
    const device_id = crypto.randomUUID()
    if (dice.chance(6)) await hoard(buyer, device_id)
    else await tryToBuy(buyer, device_id, town.trip())
  }
}

/** A payment that is pending on a company's page. */
export type CompanyPayment = Payment & { provider: Company }

/** A buyer with their phone. */
export interface Buyer {
  town: LoadRunSetting
  dice: SeededRandom
  phone: Phone
  isOver: () => boolean
}

/** Tries to hold seats on four trips at the same time, although one person may have only two open holds. */
async function hoard(buyer: Buyer, device_id: string): Promise<void> {
  const trips = [1, 2, 3, 4].map(() => buyer.town.trip())
  await Promise.all(trips.map((trip) => tryToBuy(buyer, device_id, trip)))
}

async function tryToBuy(buyer: Buyer, device_id: string, trip: MadeTrip): Promise<void> {
  const { town, dice, phone } = buyer
  const seats = dice.some(trip.sellable, dice.pick([1, 1, 1, 2, 2, 3]))
  const held = await phone.call(
    holdSeats,
    { trip_id: trip.id, seats },
    { device_id },
    (booking) => booking.reference,
  )
  if (held?.status !== 200) {
    if (held?.code === 'seat_taken') await town.isFull(trip)
    return
  }
  const { reference, guest_token = '' } = held.data
  const shown: Credentials = { device_id, guest_token }
  // Some buyers also want a return trip; if it has no seats left, they buy only the outbound trip.
  const back = dice.chance(25)
    ? await addReturnTrip(buyer, reference, seats.length, shown)
    : undefined
  const filled = await phone.call(setPassengers, { reference, ...makeTravellers(seats) }, shown)
  if (filled?.status !== 200 || dice.chance(10)) {
    // The buyer gives up. Their seats go back on sale when they release the hold or when it expires.
    if (dice.chance(40)) await phone.call(releaseHold, { reference }, shown)
    else await expireHold(town.db, reference)
    return
  }
  await pay(buyer, reference, shown)
  if (back !== undefined && dice.chance(12)) await cancelTicket(buyer, back.reference, back.shown)
}

async function pay(buyer: Buyer, reference: string, shown: Credentials): Promise<void> {
  const { town, dice, phone } = buyer
  const first = await begin(buyer, reference, shown)
  // Some buyers start a second attempt before the first one ends, and pay both.
  const second = dice.chance(8) ? await begin(buyer, reference, shown) : undefined
  const payments = [first, second].filter((payment) => payment !== undefined)
  if (payments.length === 0) return
  if (dice.chance(18)) {
    await sleep(dice.number(0, 800))
    await expireHold(town.db, reference)
    // Give others time to take the seats before the money of this buyer arrives.
    await sleep(dice.number(0, 1500))
  }
  for (const payment of payments) await actOnCheckoutPage(buyer, payment, shown)
  if (dice.chance(25))
    await phone.call(verifyPayment, { reference: payments[0]?.reference ?? '' }, shown)
  if (dice.chance(12)) await cancelTicket(buyer, reference, shown)
}

async function begin(
  { dice, phone }: Buyer,
  reference: string,
  shown: Credentials,
): Promise<CompanyPayment | undefined> {
  const provider = dice.pick(providers)
  const started = await phone.call(
    startPayment,
    {
      purpose: 'booking',
      reference,
      provider,
      channel: dice.pick(['card', 'transfer', 'ussd']),
    },
    shown,
    (payment) => payment.reference,
  )
  return started?.status === 200 ? { ...started.data, provider } : undefined
}

/**
 * Pays, declines, underpays, overpays or pays twice on the company's page. The company then reports the payment in its
 * own way.
 */
export async function actOnCheckoutPage(
  buyer: Buyer,
  payment: CompanyPayment,
  credentials: Credentials,
): Promise<void> {
  const { town, dice, phone } = buyer
  const { provider, channel, reference } = payment
  if (dice.chance(12)) await press(buyer, payment, declined(payment))
  if (dice.chance(5)) return
  const act =
    channel === 'card'
      ? { act: 'card', card: goodCard[provider] }
      : channel === 'ussd'
        ? { act: 'approve' }
        : {
            act: dice.pick([
              'sent',
              'sent',
              'sent',
              'sent',
              'sent_short',
              'sent_over',
              'sent_twice',
            ]),
          }
  if (!(await press(buyer, payment, act))) return
  const own = dice.fork(dice.number(0, 1e6))
  const errand = sendWebhooks(town, own, provider, reference).then(() =>
    actOnPaidCharge(town, own, provider, reference),
  )
  town.errands.add(errand)
  void errand.finally(() => town.errands.delete(errand))
  if (dice.chance(20)) await phone.call(verifyPayment, { reference }, credentials)
  if (dice.chance(30)) await errand
}

function declined({ provider, channel }: CompanyPayment): Record<string, string> {
  if (channel === 'card') return { act: 'card', card: declinedCard[provider] }
  return { act: channel === 'ussd' ? 'decline' : 'cancel' }
}

/**
 * Submits a form of the company's or the bank's page, at most six times, until the page accepts it. Returns false if
 * the page never does. The stand-in sends no webhook, since this test sends its own.
 */
async function press(
  { town, dice }: Buyer,
  payment: Payment,
  form: Record<string, string>,
): Promise<boolean> {
  const path = findCheckoutPath(payment)
  for (let tries = 1; tries <= 6; tries += 1) {
    try {
      const answer = await fetch(dice.pick(town.origins()) + path, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ ...form, webhook: 'never' }),
        signal: AbortSignal.timeout(10_000),
      })
      await answer.arrayBuffer()
      if (answer.status < 400) return true
    } catch {
      // The process was killed; the next try uses another one.
    }
    await sleep(100 * tries)
  }
  return false
}

/** Waits for a buyer's ticket and cancels it, in whole or in part. */
export async function cancelTicket(
  { dice, phone, isOver }: Buyer,
  reference: string,
  credentials: Credentials,
  refund_to: 'source' | 'wallet' = 'source',
): Promise<void> {
  for (let looks = 0; looks < 10 && !isOver(); looks += 1) {
    const seen = await phone.call(getBooking, { reference }, credentials)
    if (seen?.data?.status === 'confirmed') {
      const { seats } = seen.data
      const some = dice.chance(50) ? dice.some(seats, 1) : seats
      await phone.call(cancelBooking, { reference, refund_to, seats: some }, credentials)
      return
    }
    await sleep(300)
  }
}
