import { roleScopes } from '#contract/members/rules'
import type { Context, PaymentDeps } from '#server/context'
import { type Db, inTransaction } from '#server/db/client'
import {
  closeShift,
  openShift,
  previewCounterRefund,
  refundAtCounter,
  sellAtCounter,
} from '#server/rooms/counter'
import { makeTripId } from '#server/rooms/trips'
import * as past from '#demo/country/counter'
import { setClock, withClock } from '#demo/country/histories'
import { demoDeskPeople } from '#demo/country/people'
import { priceTripPart } from './histories.ts'

type Shift = (typeof past.demoShifts)[number]
type Sale = Shift['sales'][number]

/**
 * Gives the demo's clerk shifts in every state, with sales, parcels, a storage fee and a refund, once and in one
 * transaction. Uses the functions of the product. Returns whether it did something.
 */
export async function seedCounter(db: Db, deps: Omit<PaymentDeps, 'db'>): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await past.claimCounter(tx))) return false
    const [person] = demoDeskPeople
    const clerk = await past.findClerk(tx, person.email)
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
      for (const it of past.demoShifts) await work(ctx, clerk.operator_id, it)
    })
    return true
  })
}

/** Opens a shift, sells, and closes it. */
async function work(ctx: Context, operator_id: string, it: Shift): Promise<void> {
  await setClock(ctx.db, it.opened)
  const { id } = await openShift(ctx, { float_kobo: it.float_naira * 100 })
  let expected_kobo = it.float_naira * 100
  for (const [index, sale] of it.sales.entries()) {
    // The sales are half an hour apart.
    await setClock(ctx.db, it.opened + (index + 1) / 48)
    expected_kobo = await sell(ctx, { operator_id, shift: id }, sale)
  }
  if (it.closed === undefined) return
  const { days, off_naira, reason } = it.closed
  await setClock(ctx.db, days)
  await closeShift(ctx, {
    id,
    counted_kobo: expected_kobo + off_naira * 100,
    ...(reason !== undefined && { difference_reason: reason }),
  })
  await past.backdateShiftClosing(ctx.db, id, days)
}

/** Sells seats, and pays out a sale that is cancelled. Returns the cash that must then be in the drawer. */
async function sell(
  ctx: Context,
  { operator_id, shift }: { operator_id: string; shift: string },
  { travellers, means, back }: Sale,
): Promise<number> {
  const about = travellers.map(({ full_name }) => full_name).join()
  const { seats, ...part } = await past.findSeatsToSell(
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
  const sold = await sellAtCounter(ctx, { shift, trip_id, passengers, means, total_kobo })
  if (back === undefined) return sold.shift.expected_kobo
  const { reference } = sold
  const { cancel_kobo } = await previewCounterRefund(ctx, { reference })
  const refund = { reference, cancel: true, refund_kobo: cancel_kobo ?? 0 }
  return (await refundAtCounter(ctx, refund)).shift.expected_kobo
}
