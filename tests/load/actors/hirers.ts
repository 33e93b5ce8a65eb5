import { setTimeout as sleep } from 'node:timers/promises'
import { quoteCharter } from '#contract/charters/market/endpoints'
import {
  bookCharter,
  cancelCharter,
  changeCharterDates,
  getCharter,
  previewCharterCancellation,
  reviewCharter,
} from '#contract/charters/trips/endpoints'
import type { Charter } from '#contract/charters/trips/model'
import {
  endCharter,
  failCharter,
  setCharterDriver,
  startCharter,
} from '#contract/charters/trips/endpoints'
import { startPayment } from '#contract/payments/endpoints'
import { providers } from '#contract/payments/rules'
import { makeId } from '#server/platform/ids'
import { creditReward } from '#server/rooms/wallet'
import { requestOffers } from './charter-requesters.ts'
import { type Buyer, actOnCheckoutPage } from './buyers.ts'
import type { Credentials } from './caller.ts'
import type { SeededRandom } from '#tests/load/run/seeded-random'
import { moveCharterToPast, expireCharter } from '#tests/load/run/vehicle-pool'
import {
  type BookedCharter,
  computeTimeAhead,
  handleBookingAnswer,
  journeyInput,
} from './booked-charter.ts'
import { aSpender, runOnTwoPhones, spenderPin } from './spenders.ts'
import type { LoadRunSetting } from '#tests/load/run/load-run-setting'
import { charterContact } from '#tests/support/makers/charters'

/** Makes a person with two million naira in their wallet. */
export async function aCharterCustomer(
  town: LoadRunSetting,
  dice: SeededRandom,
): Promise<Credentials> {
  const { user_id: person_id, ...shown } = await aSpender(town, dice)
  await creditReward(town.db, { person_id, amount_kobo: 200_000_000, ref: makeId() })
  return shown
}

/** Hires vehicles from one wallet with two phones of one person, until the run is over. */
export async function runCharterCustomer(
  town: LoadRunSetting,
  dice: SeededRandom,
  credentials: Credentials,
  isOver: () => boolean,
): Promise<void> {
  await runOnTwoPhones(town, dice, isOver, async (buyer) => {
    const hired = await (buyer.dice.chance(30)
      ? requestOffers(buyer, credentials)
      : book(buyer, credentials))
    if (hired !== undefined) await live(buyer, hired, credentials)
  })
}

/** Books a vehicle for five hours from now or for some days or weeks ahead. */
async function book(buyer: Buyer, shown: Credentials): Promise<BookedCharter | undefined> {
  const { town, dice, phone } = buyer
  const vehicle = town.vehiclePool.vehicle()
  const isSoon = dice.chance(45)
  const { day, time } = computeTimeAhead(isSoon ? 5 : 24 * dice.number(9, 45))
  const journey = { vehicle_id: vehicle.id, ...journeyInput(day) }
  const quote = await phone.call(quoteCharter, journey, shown)
  // Some people try to book although the vehicle is taken.
  if (quote?.status !== 200 || (!quote.data.is_free && dice.chance(50))) {
    await town.vehiclePool.isTaken(vehicle)
    return undefined
  }
  const order = {
    ...journey,
    start_time: time,
    travellers: 10,
    contact: charterContact,
    plan: isSoon || dice.chance(25) ? ('all' as const) : ('deposit' as const),
    total_kobo: quote.data.price.total_kobo,
  }
  const made = await phone.call(bookCharter, order, shown, (one) => one.reference)
  return handleBookingAnswer(buyer, shown, vehicle, made)
}

async function live(buyer: Buyer, hired: BookedCharter, shown: Credentials): Promise<void> {
  const { town, dice, phone } = buyer
  const { charter, operator } = hired
  const { reference } = charter
  if (dice.chance(6)) return
  if (dice.chance(10)) await payLate(buyer, charter, shown)
  else for (let paid = dice.chance(8) ? 2 : 1; paid > 0; paid -= 1) await pay(buyer, charter, shown)
  const fate = dice.number(1, 100)
  if (fate <= 12) return callOff(buyer, charter, shown)
  let seen = await untilPaid(buyer, charter, shown)
  if (seen?.state === 'booked') {
    if (fate <= 20) return expireCharter(town.db, reference)
    if (fate <= 35) {
      const { day: from, time: start_time } = computeTimeAhead(24 * dice.number(9, 60))
      await phone.call(changeCharterDates, { reference, from, start_time }, shown)
    }
    if (fate <= 75) await pay(buyer, seen, shown)
    seen = await untilPaid(buyer, seen, shown, 'paid')
  }
  if (seen === undefined) return
  if (fate > 90) return fail(buyer, hired, shown)
  if (fate > 80) return callOff(buyer, charter, shown)
  if (fate > 72) return moveCharterToPast(town.db, reference, dice.number(70, 3000))
  if (seen.start_code !== null) await drive(buyer, seen, operator, shown)
}

/** Returns the instalment that a person sees as due. */
function dueOf(instalments: Charter['instalments']) {
  const due = instalments.find(({ state }) => state === 'open')
  return due && { part: due.kind, due_kobo: due.amount_kobo }
}

async function begin(
  { dice, phone }: Buyer,
  { reference, instalments }: Pick<Charter, 'reference' | 'instalments'>,
  shown: Credentials,
  part_kobo = 0,
) {
  const provider = dice.pick(providers)
  const asked = {
    purpose: 'charter' as const,
    reference,
    ...dueOf(instalments),
    provider,
    channel: dice.pick(['card', 'transfer', 'ussd']),
    ...(part_kobo > 0 && { wallet_part_kobo: part_kobo, pin: spenderPin }),
  }
  const started = await phone.call(startPayment, asked, shown, (payment) => payment.reference)
  return started?.status === 200 ? { ...started.data, provider } : undefined
}

/** Pays the next open instalment from a wallet, through a company, or partly from both. */
async function pay(
  buyer: Buyer,
  { reference, instalments }: Charter,
  shown: Credentials,
): Promise<void> {
  const { dice, phone } = buyer
  if (dice.chance(30)) {
    const whole = {
      purpose: 'charter',
      reference,
      ...dueOf(instalments),
      provider: 'wallet',
      pin: spenderPin,
    } as const
    const paid = await phone.call(startPayment, whole, shown, (payment) => payment.reference)
    if (paid?.status === 200) return
  }
  const due = instalments.find(({ state }) => state === 'open')?.amount_kobo ?? 0
  const part_kobo = dice.chance(30) ? dice.number(0, Math.floor(due / 2)) : 0
  const payment = await begin(buyer, { reference, instalments }, shown, part_kobo)
  if (payment !== undefined) await actOnCheckoutPage(buyer, payment, shown)
}

/** Starts a payment, and pays only after the charter has expired or was cancelled. */
async function payLate(buyer: Buyer, charter: Charter, shown: Credentials): Promise<void> {
  const part_kobo = buyer.dice.chance(40) ? 1_000_000 : 0
  const payment = await begin(buyer, charter, shown, part_kobo)
  if (buyer.dice.chance(40)) await callOff(buyer, charter, shown)
  else await expireCharter(buyer.town.db, charter.reference)
  if (payment !== undefined) await actOnCheckoutPage(buyer, payment, shown)
}

async function callOff({ dice, phone }: Buyer, { reference }: Charter, shown: Credentials) {
  const seen = await phone.call(previewCharterCancellation, { reference }, shown)
  if (seen?.status !== 200) return
  const { refund_kobo } = seen.data
  const refund_to = dice.pick(['wallet', 'source'])
  await phone.call(cancelCharter, { reference, refund_kobo, refund_to }, shown)
}

/** Reports that the operator cannot provide the vehicle; sometimes the customer cancels at the same moment. */
async function fail(
  buyer: Buyer,
  { charter, operator }: BookedCharter,
  shown: Credentials,
): Promise<void> {
  const asked = { reference: charter.reference, reason: 'It broke down' }
  await Promise.all([
    buyer.phone.call(failCharter, asked, operator),
    buyer.dice.chance(40) ? callOff(buyer, charter, shown) : undefined,
  ])
}

async function untilPaid(
  { phone, isOver }: Buyer,
  { reference }: Charter,
  shown: Credentials,
  ...states: Charter['state'][]
): Promise<Charter | undefined> {
  const wanted = states.length > 0 ? states : ['booked', 'paid']
  for (let looks = 0; looks < 10 && !isOver(); looks += 1) {
    const seen = await phone.call(getCharter, { reference }, shown)
    if (seen?.status === 200 && wanted.includes(seen.data.state)) return seen.data
    await sleep(300)
  }
  return undefined
}

/** Starts a charter with its start code and, if that succeeds, ends it with its end code. */
async function drive(
  buyer: Buyer,
  charter: Charter,
  operator: Credentials,
  shown: Credentials,
): Promise<void> {
  const { dice, phone } = buyer
  const { reference, start_code } = charter
  const driver = { name: 'Musa Danladi', phone: '+2348035550101', plate: 'LSR-482XB' }
  if (dice.chance(50)) await phone.call(setCharterDriver, { reference, ...driver }, operator)
  const code = dice.chance(10) ? '0000' : (start_code ?? '')
  await Promise.all([
    phone.call(startCharter, { reference, code }, operator),
    // Sometimes a second phone of the operator does the same, or the customer cancels, at the same moment.
    dice.chance(10) ? phone.call(startCharter, { reference, code }, operator) : undefined,
    dice.chance(10) ? callOff(buyer, charter, shown) : undefined,
  ])
  const seen = await phone.call(getCharter, { reference }, shown)
  const end_code = seen?.status === 200 ? seen.data.end_code : null
  if (end_code === null) return
  await phone.call(endCharter, { reference, code: end_code }, operator)
  const review = { reference, rating: dice.number(1, 5), body: 'It came on time.' }
  if (dice.chance(40)) await phone.call(reviewCharter, review, shown)
}
