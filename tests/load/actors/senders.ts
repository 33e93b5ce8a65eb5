import { setTimeout as sleep } from 'node:timers/promises'
import { providers } from '#contract/payments/rules'
import type { ParcelEventKind } from '#contract/parcels/rules'
import {
  cancelParcel,
  createParcel,
  getParcel,
  quoteParcel,
  reportParcelEvents,
  answerClaim,
  claimParcel,
  fundInsurance,
  settleClaim,
} from '#contract/parcels/endpoints'
import type { Parcel } from '#contract/parcels/model'
import { startPayment } from '#contract/payments/endpoints'
import { makeId } from '#server/platform/ids'
import { type Buyer, actOnCheckoutPage } from './buyers.ts'
import type { Credentials } from './caller.ts'
import type { SeededRandom } from '#tests/load/run/seeded-random'
import { addMoney, runOnTwoPhones, spenderPin } from './spenders.ts'
import { type LoadRunSetting, expireParcel } from '#tests/load/run/load-run-setting'
import { aParcelInput, aQuoteInput } from '#tests/support/makers/parcels'

/** Sends parcels from one wallet with two phones of one sender, until the run is over. */
export async function runSender(
  town: LoadRunSetting,
  dice: SeededRandom,
  credentials: Credentials,
  isOver: () => boolean,
): Promise<void> {
  await runOnTwoPhones(town, dice, isOver, (buyer) =>
    buyer.dice.chance(12) ? addMoney(buyer, credentials) : sendOne(buyer, credentials),
  )
}

async function sendOne(buyer: Buyer, shown: Credentials): Promise<void> {
  const { town, dice } = buyer
  const parcel = await make(buyer, shown)
  if (parcel === undefined) return
  const isLate = dice.chance(10)
  const payments = dice.chance(8) ? 2 : 1
  for (let made = 0; made < payments; made += 1) {
    if (isLate) await payLate(buyer, parcel, shown)
    else await pay(buyer, parcel, shown)
  }
  const fate = dice.number(1, 100)
  if (fate <= 20) await callOff(buyer, parcel, shown)
  else if (fate <= 55 && (await isPaid(buyer, parcel, shown))) await travel(buyer, parcel, shown)
  else if (fate > 95) await expireParcel(town.db, parcel.tracking_id)
}

/** Makes a parcel from a quote, or from the input of a quote that was not requested. */
async function make({ town, dice, phone }: Buyer, shown: Credentials): Promise<Parcel | undefined> {
  const asked = aQuoteInput(town.counter.trip, {
    declared_value_kobo: dice.number(1, 3) * 1_000_000,
    add_ons: dice.chance(40) ? ['full_cover'] : [],
  })
  const { quote, ...parcel } = aParcelInput(asked, { client_ref: makeId() })
  const quoted = dice.chance(70) ? await phone.call(quoteParcel, asked, shown) : undefined
  const named = quoted?.status === 200 ? { quote_id: quoted.data.id } : { ...(quote && { quote }) }
  const made = await phone.call(
    createParcel,
    { ...parcel, ...named },
    shown,
    (one) => one.tracking_id,
  )
  return made?.status === 200 ? made.data : undefined
}

async function begin({ dice, phone }: Buyer, parcel: Parcel, shown: Credentials, part_kobo = 0) {
  const provider = dice.pick(providers)
  const started = await phone.call(
    startPayment,
    {
      purpose: 'parcel',
      reference: parcel.tracking_id,
      provider,
      channel: dice.pick(['card', 'transfer', 'ussd']),
      ...(part_kobo > 0 && { wallet_part_kobo: part_kobo, pin: spenderPin }),
    },
    shown,
    (payment) => payment.reference,
  )
  return started?.status === 200 ? { ...started.data, provider } : undefined
}

async function pay(buyer: Buyer, parcel: Parcel, shown: Credentials): Promise<void> {
  const { dice, phone } = buyer
  const { total_kobo } = parcel.price
  if (dice.chance(35)) {
    const whole = {
      purpose: 'parcel',
      reference: parcel.tracking_id,
      provider: 'wallet',
      pin: spenderPin,
    } as const
    const paid = await phone.call(startPayment, whole, shown, (payment) => payment.reference)
    if (paid?.status === 200) return
  }
  const part_kobo = dice.chance(30) ? dice.number(1, Math.floor(total_kobo / 2)) : 0
  const payment = await begin(buyer, parcel, shown, part_kobo)
  if (payment !== undefined) await actOnCheckoutPage(buyer, payment, shown)
}

/** Starts a payment, and pays only after the parcel was cancelled or its time to pay has expired. */
async function payLate(buyer: Buyer, parcel: Parcel, shown: Credentials): Promise<void> {
  const payment = await begin(buyer, parcel, shown, buyer.dice.chance(40) ? 100_000 : 0)
  if (buyer.dice.chance(50)) await callOff(buyer, parcel, shown)
  else await expireParcel(buyer.town.db, parcel.tracking_id)
  if (payment !== undefined) await actOnCheckoutPage(buyer, payment, shown)
}

async function callOff({ dice, phone }: Buyer, { tracking_id }: Parcel, shown: Credentials) {
  const refund_to = dice.pick(['wallet', 'source'])
  await phone.call(cancelParcel, { tracking_id, refund_to }, shown)
}

async function isPaid({ phone, isOver }: Buyer, { tracking_id }: Parcel, shown: Credentials) {
  for (let looks = 0; looks < 10 && !isOver(); looks += 1) {
    const seen = await phone.call(getParcel, { tracking_id }, shown)
    if (seen?.data?.tracking.state === 'paid') return true
    await sleep(300)
  }
  return false
}

/** A counter accepts the parcel. Afterwards it is cancelled, or loaded and lost, and its sender is compensated. */
async function travel(buyer: Buyer, parcel: Parcel, shown: Credentials): Promise<void> {
  const { dice } = buyer
  await scan(buyer, parcel, ['received'])
  if (dice.chance(30)) return callOff(buyer, parcel, shown)
  // The sender may cancel at the same moment as the counter scans.
  const race = dice.chance(15) ? callOff(buyer, parcel, shown) : undefined
  await scan(buyer, parcel, ['loaded', 'lost'])
  await race
  if (dice.chance(80)) await claim(buyer, parcel, shown)
}

const attendant = (town: LoadRunSetting): Credentials => ({
  device_id: makeId(),
  token: town.counter.key,
})

async function scan({ town, phone }: Buyer, parcel: Parcel, kinds: ParcelEventKind[]) {
  const at = Date.now()
  const events = kinds.map((kind, later) => ({
    id: makeId(),
    parcel: parcel.tracking_id,
    kind,
    occurred_at: new Date(at - 10 + later).toISOString(),
  }))
  await phone.call(reportParcelEvents, { events }, attendant(town))
}

async function claim(buyer: Buyer, { tracking_id, cover_kobo }: Parcel, shown: Credentials) {
  const { town, dice, phone } = buyer
  const words = 'It was loaded and nobody found it again.'
  const asked = { tracking_id, words, asked_kobo: cover_kobo, photos: [] }
  const ask = () => phone.call(claimParcel, { ...asked, kind: 'lost' }, shown, (one) => one.id)
  const [first, second] = await Promise.all([ask(), dice.chance(20) ? ask() : undefined])
  const made = first?.status === 200 ? first : second
  if (made?.status !== 200) return
  const said = { id: made.data.id, words: 'We looked everywhere.' }
  const staffAnswer = (pay_kobo: number) =>
    phone.call(
      settleClaim,
      { ...said, pay_kobo },
      { device_id: makeId(), token: town.counter.staff },
    )
  const pay_kobo = dice.pick([cover_kobo, cover_kobo, Math.floor(cover_kobo / 2), 0])
  await Promise.all([
    staffAnswer(pay_kobo),
    dice.chance(25) ? staffAnswer(cover_kobo) : undefined,
    // Sometimes the operator answers at the same time as our staff, although most claims are not the operator's to
    // answer.
    dice.chance(25)
      ? phone.call(answerClaim, { ...said, pay_kobo: cover_kobo }, attendant(town))
      : undefined,
    // The insurance account runs empty repeatedly, and is refilled.
    dice.chance(10)
      ? phone.call(
          fundInsurance,
          { amount_kobo: 5_000_000 },
          { device_id: makeId(), token: town.counter.staff },
        )
      : undefined,
  ])
}
