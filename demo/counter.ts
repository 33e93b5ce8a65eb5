import { roleScopes } from '#contract/members/rules'
import type { Context, PaymentDeps } from '#server/context'
import { type Db, inTransaction } from '#server/db/client'
import { makeId } from '#server/platform/ids'
import {
  allotSeats,
  closeShift,
  getShift,
  openShift,
  previewCounterRefund,
  refundAtCounter,
  sellAllottedSeats,
  sellAtCounter,
} from '#server/rooms/counter'
import { makeTripId } from '#server/rooms/trips'
import * as history from '#demo/country/counter'
import { setClock, withClock } from '#demo/country/histories'
import { deleteParcelMessages } from '#demo/country/parcels-past'
import { demoDeskPeople } from '#demo/country/people'
import { deliverDemoParcel, sellDemoParcel, type SoldDemoParcel } from './counter-parcels.ts'
import { priceTripPart } from './histories.ts'
import { seedReservations } from './reservations.ts'

type Shift = (typeof history.demoShifts)[number]
type Sale = Shift['sales'][number]
type WaitingDemoParcel = SoldDemoParcel & { arrived: number }

/**
 * Gives the demo's clerk shifts in every state, with sales, reservations, parcels, a storage fee and a refund, once and
 * in one transaction. Uses the functions of the product. Returns whether it did something.
 */
export async function seedCounter(db: Db, deps: Omit<PaymentDeps, 'db'>): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const seed = await history.claimCounter(tx)
    if (seed === undefined) return false
    const [person] = demoDeskPeople
    const clerk = await history.findClerk(tx, person.email)
    if (clerk === undefined) return false
    const actor = {
      kind: 'member',
      ...clerk,
      login_id: 'demo',
      name: person.full_name,
      role: person.role,
      proof: 'shown',
      scopes: roleScopes[person.role],
    } as const
    const ctx: Context = { ...deps, db: tx, actor, request_id: 'demo', ip: '127.0.0.1' }
    await withClock(tx, async () => {
      let waiting: WaitingDemoParcel[] = []
      for (const it of history.demoShifts)
        waiting = await work(ctx, { ...clerk, seed }, it, waiting)
    })
    await deleteParcelMessages(tx)
    return true
  })
}

/**
 * Opens a shift, sells, and closes the shift. A shift that stays open also delivers the parcels that wait for their
 * receivers. Returns the parcels that still wait afterwards.
 */
async function work(
  ctx: Context,
  { operator_id, seed }: { operator_id: string; seed: number },
  it: Shift,
  waiting: readonly WaitingDemoParcel[],
): Promise<WaitingDemoParcel[]> {
  await setClock(ctx.db, it.opened)
  const { id: shift } = await openShift(ctx, { float_kobo: it.float_naira * 100 })
  let days = it.opened
  // The sales are half an hour apart.
  const tick = () => setClock(ctx.db, (days += 1 / 48))
  for (const sale of it.sales) {
    await tick()
    await sell(ctx, { operator_id, shift }, sale)
  }
  if (it.has_reservations) await seedReservations(ctx, { operator_id, shift, seed })
  if (it.set_aside !== undefined) await sellAside(ctx, { operator_id, shift }, it.set_aside)
  const left = [...waiting]
  for (const sale of it.parcels ?? []) {
    await tick()
    const parcel = await sellDemoParcel(ctx, { operator_id, shift, days }, sale)
    if (sale.arrived !== undefined) left.push({ ...parcel, arrived: sale.arrived })
  }
  if (it.closed === undefined) {
    for (const { arrived, ...parcel } of left) await deliverDemoParcel(ctx, shift, parcel, arrived)
    return []
  }
  const { off_naira, reason } = it.closed
  await setClock(ctx.db, it.closed.days)
  const { expected_kobo } = await getShift(ctx, { id: shift })
  await closeShift(ctx, {
    id: shift,
    counted_kobo: expected_kobo + off_naira * 100,
    ...(reason !== undefined && { difference_reason: reason }),
  })
  await history.backdateShiftClosing(ctx.db, shift, it.closed.days)
  return left
}

/** Sets seats aside and reports sales of some. */
async function sellAside(
  ctx: Context,
  { operator_id, shift }: { operator_id: string; shift: string },
  { seats: count, sold }: NonNullable<Shift['set_aside']>,
): Promise<void> {
  const { seats, ...part } = await history.findSeatsToSell(ctx.db, operator_id, count, 'set aside')
  const trip_id = makeTripId(part)
  const { id } = await allotSeats(ctx, { shift, trip_id, seats, device: makeId() })
  const free = [...seats]
  for (const { travellers, means } of sold) {
    const passengers = travellers.map((one) => ({
      ...one,
      seat: free.shift() ?? 0,
      passenger_type: 'adult',
    }))
    const types = travellers.map(() => 'adult')
    const { total_kobo } = await priceTripPart(ctx.db, part, types)
    const sale = { shift, id, passengers, means, total_kobo, sold_at: new Date().toISOString() }
    await sellAllottedSeats(ctx, sale)
  }
}

/** Sells seats, and pays out a sale that is cancelled. */
async function sell(
  ctx: Context,
  { operator_id, shift }: { operator_id: string; shift: string },
  { travellers, means, next_of_kin, departure, back }: Sale,
): Promise<void> {
  const about = departure ?? travellers.map(({ full_name }) => full_name).join()
  const { seats, ...part } = await history.findSeatsToSell(
    ctx.db,
    operator_id,
    travellers.length,
    about,
  )
  const types = travellers.map(() => 'adult')
  const { total_kobo } = await priceTripPart(ctx.db, part, types)
  const passengers = travellers.map((one, index) => ({
    ...one,
    seat: seats[index] ?? 0,
    passenger_type: 'adult',
  }))
  const trip_id = makeTripId(part)
  const { reference } = await sellAtCounter(ctx, {
    shift,
    trip_id,
    passengers,
    means,
    total_kobo,
    ...(next_of_kin && { next_of_kin }),
  })
  if (back === undefined) return
  const { cancel_kobo } = await previewCounterRefund(ctx, { reference })
  const refund = { reference, cancel: true, refund_kobo: cancel_kobo ?? 0 }
  await refundAtCounter(ctx, refund)
}
