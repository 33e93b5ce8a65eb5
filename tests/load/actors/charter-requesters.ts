import {
  acceptCharterOffer,
  createCharterRequest,
  getCharterRequest,
  listCharterRequests,
  offerCharter,
  withdrawCharterOffer,
  withdrawCharterRequest,
} from '#contract/charters/requests/endpoints'
import { makeId } from '#server/platform/ids'
import type { Buyer } from './buyers.ts'
import type { Credentials } from './caller.ts'
import {
  type BookedCharter,
  computeTimeAhead,
  handleBookingAnswer,
  journeyInput,
} from './booked-charter.ts'
import { charterContact } from '#tests/support/makers/charters'

/**
 * Requests offers; both operators of the vehicle pool make one. Then accepts one offer, or both at the same time, or
 * withdraws the request.
 */
export async function requestOffers(
  buyer: Buyer,
  credentials: Credentials,
): Promise<BookedCharter | undefined> {
  const { town, dice, phone } = buyer
  const { day, time } = computeTimeAhead(24 * dice.number(9, 45))
  const asked = { ...journeyInput(day), start_time: time, travellers: 10, contact: charterContact }
  const made = await phone.call(
    createCharterRequest,
    { ...asked, occasion: 'wedding', client_ref: makeId() },
    credentials,
    (one) => one.reference,
  )
  if (made?.code === 'too_many_requests') await takeBackAll(buyer, credentials)
  if (made?.status !== 200) return undefined
  const { reference } = made.data
  const vehicles = town.vehiclePool.oneOfEach()
  for (const vehicle of vehicles) {
    const offer = {
      reference,
      vehicle_id: vehicle.id,
      hire_kobo: dice.number(80, 160) * 100_000,
      terms: 'With driver and fuel.',
      valid_hours: 24,
    }
    const made = await phone.call(
      offerCharter,
      offer,
      town.vehiclePool.operatorOf(vehicle),
      (one) => one.id,
    )
    if (made?.code === 'vehicle_taken') await town.vehiclePool.isTaken(vehicle)
  }
  const seen = await phone.call(getCharterRequest, { reference }, credentials)
  const open = seen?.data?.offers?.filter(({ state }) => state === 'open') ?? []
  if (open.length === 0 || dice.chance(10)) {
    await phone.call(withdrawCharterRequest, { reference }, credentials)
    return undefined
  }
  const chosen = dice.chance(15) ? open : open.slice(0, 1)
  const plan = dice.chance(75) ? ('deposit' as const) : ('all' as const)
  const hired = await Promise.all(
    chosen.map(async ({ id: offer_id, vehicle, price: { total_kobo } }) => {
      const its = vehicles.find(({ id }) => id === vehicle.id)
      if (its === undefined) return undefined
      const accepted = { reference, offer_id, plan, total_kobo }
      const [answer] = await Promise.all([
        phone.call(acceptCharterOffer, accepted, credentials, (one) => one.reference),
        // Sometimes the operator of the vehicle withdraws the offer at the same moment.
        dice.chance(6)
          ? phone.call(withdrawCharterOffer, { id: offer_id }, town.vehiclePool.operatorOf(its))
          : undefined,
      ])
      return handleBookingAnswer(buyer, credentials, its, answer)
    }),
  )
  return hired.find((one) => one !== undefined)
}

async function takeBackAll({ phone }: Buyer, shown: Credentials): Promise<void> {
  const mine = await phone.call(listCharterRequests, { per_page: 20, page: 1 }, shown)
  for (const { reference, state } of mine?.data ?? [])
    if (state === 'open') await phone.call(withdrawCharterRequest, { reference }, shown)
}
