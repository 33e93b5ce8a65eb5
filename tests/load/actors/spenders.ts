import { signUp } from '#contract/accounts/endpoints'
import { holdSeats, releaseHold, setPassengers } from '#contract/bookings/endpoints'
import { providers } from '#contract/payments/rules'
import { startPayment } from '#contract/payments/endpoints'
import { setWalletPin } from '#contract/wallet/endpoints'
import { creditReward } from '#server/rooms/wallet'
import { makeId } from '#server/platform/ids'
import { type Buyer, type CompanyPayment, cancelTicket, actOnCheckoutPage } from './buyers.ts'
import { type Credentials, makePhone } from './caller.ts'
import type { SeededRandom } from '#tests/load/run/seeded-random'
import { type LoadRunSetting, expireHold } from '#tests/load/run/load-run-setting'
import { makeTravellers } from '#tests/support/makers/bookings'

/**
 * The PIN of every wallet. It is sent with each payment, since small payments add up to the limit above which a PIN is
 * required.
 */
export const spenderPin = '4821'

/** Makes a person with ₦20,000 in their wallet, before any process is killed; returns their credentials. */
export async function aSpender(
  town: LoadRunSetting,
  dice: SeededRandom,
): Promise<Credentials & { user_id: string }> {
  const phone = makePhone(town.origins, dice, town.tally, { impatient: 0 })
  const device_id = makeId()
  const email = `${device_id}@load.example`
  const input = { full_name: 'Ada Obi', email, password: 'four words in a row' }
  const answer = await phone.call(signUp, input, { device_id })
  if (answer?.status !== 200) throw new Error(`nobody was made: ${answer?.code}`)
  const { token, user } = answer.data
  await phone.call(
    setWalletPin,
    { pin: spenderPin, password: input.password },
    { device_id, token },
  )
  await creditReward(town.db, { person_id: user.id, amount_kobo: 2_000_000, ref: makeId() })
  return { device_id, token, user_id: user.id }
}

/** Spends the money of one wallet with two phones at the same time, and adds money to it, until the run is over. */
export async function runSpender(
  town: LoadRunSetting,
  dice: SeededRandom,
  credentials: Credentials,
  isOver: () => boolean,
): Promise<void> {
  await runOnTwoPhones(town, dice, isOver, (buyer) =>
    buyer.dice.chance(35) ? addMoney(buyer, credentials) : buy(buyer, credentials),
  )
}

/** Runs one person's two phones; each performs one action after another until the run is over. */
export async function runOnTwoPhones(
  town: LoadRunSetting,
  dice: SeededRandom,
  isOver: () => boolean,
  act: (buyer: Buyer) => Promise<void>,
): Promise<void> {
  const phones = [dice.fork(1), dice.fork(2)].map(async (own) => {
    const buyer = { town, dice: own, phone: makePhone(town.origins, own, town.tally), isOver }
    while (!isOver()) await act(buyer)
  })
  await Promise.all(phones)
}

/** Adds money to a wallet through a company, with a random outcome. */
export async function addMoney(buyer: Buyer, credentials: Credentials): Promise<void> {
  const { dice, phone } = buyer
  const provider = dice.pick(providers)
  const channel = dice.pick(['card', 'transfer', 'ussd'] as const)
  const amount_kobo = dice.number(1, 8) * 100_000
  const input = { purpose: 'wallet', provider, channel, amount_kobo } as const
  const started = await phone.call(startPayment, input, credentials, (payment) => payment.reference)
  if (started?.status === 200)
    await actOnCheckoutPage(buyer, { ...started.data, provider }, credentials)
}

async function buy(buyer: Buyer, shown: Credentials): Promise<void> {
  const { town, dice, phone } = buyer
  const trip = town.trip()
  const seats = dice.some(trip.sellable, 1)
  const held = await phone.call(
    holdSeats,
    { trip_id: trip.id, seats },
    shown,
    (booking) => booking.reference,
  )
  if (held?.status !== 200) {
    if (held?.code === 'seat_taken') await town.isFull(trip)
    return
  }
  const { reference, fare } = held.data
  await phone.call(setPassengers, { reference, ...makeTravellers(seats) }, shown)
  const isPaid = dice.chance(55)
    ? await payWhole(buyer, reference, shown)
    : await paySplit(buyer, reference, fare.total_kobo, shown)
  if (!isPaid) await phone.call(releaseHold, { reference }, shown)
  else if (dice.chance(50)) await cancelTicket(buyer, reference, shown, 'wallet')
}

async function payWhole({ phone }: Buyer, reference: string, shown: Credentials): Promise<boolean> {
  const input = { purpose: 'booking', reference, provider: 'wallet', pin: spenderPin } as const
  const paid = await phone.call(startPayment, input, shown, (payment) => payment.reference)
  return paid?.status === 200
}

async function paySplit(
  buyer: Buyer,
  reference: string,
  total_kobo: number,
  shown: Credentials,
): Promise<boolean> {
  const { town, dice, phone } = buyer
  const provider = dice.pick(providers)
  const channel = dice.pick(['card', 'transfer', 'ussd'] as const)
  const wallet_part_kobo = dice.number(1, Math.floor(total_kobo / 2))
  const input = {
    purpose: 'booking',
    reference,
    provider,
    channel,
    wallet_part_kobo,
    pin: spenderPin,
  } as const
  const started = await phone.call(startPayment, input, shown, (payment) => payment.reference)
  if (started?.status !== 200) return false
  if (dice.chance(15)) await expireHold(town.db, reference)
  const payment: CompanyPayment = { ...started.data, provider }
  await actOnCheckoutPage(buyer, payment, shown)
  return true
}
