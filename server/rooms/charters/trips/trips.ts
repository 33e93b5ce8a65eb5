import { formatCount } from '#contract/quantities'
import type { Input, ListAnswer } from '#contract/endpoint'
import { makeRefusal, makeFieldRefusal } from '#contract/errors'
import type * as endpoints from '#contract/charters/trips/endpoints'
import type { CharterPrice } from '#contract/charters/model'
import type { BookCharterInput, Charter } from '#contract/charters/trips/model'
import {
  balanceDueHours,
  charterHoldMinutes,
  maxUnpaidCharters,
  maxUnpaidChartersOfNetwork,
} from '#contract/charters/trips/rules'
import { normaliseReference } from '#contract/reference'
import { readClock } from '#server/db/clock'
import type { Context } from '#server/context'
import { type Db, violatesCheck } from '#server/db/client'
import { makeId, makeReference } from '#server/platform/ids'
import { hashNetwork } from '#server/platform/limits'
import { requireUser } from '#server/rooms/accounts'
import { mayPayDeposit, priceJourney } from '#server/rooms/charters/market'
import {
  type CharterRow,
  type NewCharter,
  type NewInstalment,
  findCharter,
  findOwnCharter,
  insertCharter,
  insertInstalments,
  lockCharter,
  findPageOfCharters,
  splitPrice,
  claimVehicleDays,
} from './trip-repository.ts'
import { subtractHours, countHours, toInstant } from '#server/rooms/charters/journey'
import { toCharter } from './view.ts'

/** The minimum hours between booking and start, since the driver needs time. */
export const minNoticeHours = 3

/**
 * Hires a vehicle directly, without offers. The vehicle is held for half an hour until the first payment. Throws
 * `not_found`, `vehicle_taken`, `price_changed`, `too_many_holds`, `network_busy`, and `invalid_input` by field.
 */
export async function bookCharter(ctx: Context, input: BookCharterInput): Promise<Charter> {
  const { db } = ctx
  const { user_id } = requireUser(ctx)
  const now = await readClock(db)
  const { vehicle, journey, price } = await priceJourney(db, input.vehicle_id, input)
  const starts_at = toInstant(journey.from, input.start_time)
  requireMinNotice(starts_at, now, 'start_time')
  if (input.travellers > vehicle.seats)
    throw makeFieldRefusal('travellers', `It has ${formatCount(vehicle.seats, 'seat')}.`)
  requireSamePrice(price, input.total_kobo)
  const id = await storeCharter(
    db,
    {
      id: makeId(),
      reference: makeReference(),
      person_id: user_id,
      vehicle_id: vehicle.id,
      operator_id: vehicle.operator_id,
      offer_id: null,
      kind: input.kind,
      occasion: input.occasion ?? null,
      stops: journey.stops,
      starts_at,
      from_day: journey.from,
      until_day: journey.until,
      km: journey.km,
      travellers: input.travellers,
      luggage: input.luggage || null,
      needs: input.needs || null,
      contact_name: input.contact.full_name,
      contact_phone: input.contact.phone,
      flight: null,
      offer_terms: null,
      price,
      pay_until: new Date(now.getTime() + charterHoldMinutes * 60_000),
      network: hashNetworkForLimits(ctx),
    },
    input.plan,
  )
  return toCharter(ctx, await findCharter(db, id), false)
}

/** Throws `invalid_input` for a start that is too soon after `now`. */
export function requireMinNotice(starts_at: Date, now: Date, field: string): void {
  if (countHours(starts_at, now) < minNoticeHours)
    throw makeFieldRefusal(
      field,
      `Choose a time at least ${formatCount(minNoticeHours, 'hour')} from now.`,
    )
}

/** Throws `price_changed` if the customer saw another price. */
export function requireSamePrice({ total_kobo }: CharterPrice, shown_kobo: number): void {
  if (total_kobo !== shown_kobo) throw makeRefusal('price_changed')
}

/**
 * Stores a charter with its instalments and claims its days, in the caller's transaction; returns its id. Throws
 * `vehicle_taken`, `too_many_holds`, `network_busy`, and `invalid_input` for a deposit if the whole price is due now.
 */
export async function storeCharter(
  db: Db,
  it: NewCharter,
  plan: BookCharterInput['plan'],
): Promise<string> {
  if (plan === 'deposit' && !mayPayDeposit(it.starts_at, await readClock(db)))
    throw makeFieldRefusal('plan', 'It starts soon, so you pay the full price now.')
  try {
    await insertCharter(db, it)
  } catch (error) {
    if (violatesCheck(error, 'unpaid_charters_of_network'))
      throw makeRefusal('network_busy', { detail: networkRefusalText, retry_after: 60 })
    if (!violatesCheck(error, 'unpaid_charters')) throw error
    const detail = `You already have ${maxUnpaidCharters} unpaid vehicles on hold. Pay or cancel one first.`
    throw makeRefusal('too_many_holds', { detail })
  }
  await insertInstalments(db, instalmentsOf(it, plan))
  if (!(await claimVehicleDays(db, it.id))) throw makeRefusal('vehicle_taken')
  return it.id
}

const networkRefusalText = `${maxUnpaidChartersOfNetwork} vehicles are already held unpaid from your network. Verify your phone number under Profile, then book again, or use another network.`

/** Returns the caller's network as a keyed hash; null if networks are not limited. */
export const hashNetworkForLimits = (ctx: Context): string | null =>
  ctx.config.rate_limit_factor < 1000 ? hashNetwork(ctx) : null

/**
 * Splits a price into instalments. The deposit has its share of fee and VAT; the balance has the rest, so that no kobo
 * is lost.
 */
function instalmentsOf(it: NewCharter, plan: BookCharterInput['plan']): NewInstalment[] {
  const { fee_kobo, vat_kobo } = splitPrice(it.price)
  const { total_kobo, deposit_kobo } = it.price
  const whole = { charter_id: it.id, fee_kobo, vat_kobo }
  if (plan === 'all')
    return [
      {
        ...whole,
        id: makeId(),
        number: 1,
        kind: 'all',
        amount_kobo: total_kobo,
        due_at: it.pay_until,
      },
    ]
  const shareOf = (kobo: number) => Math.round((kobo * deposit_kobo) / total_kobo)
  const deposit = {
    ...whole,
    id: makeId(),
    number: 1,
    kind: 'deposit' as const,
    amount_kobo: deposit_kobo,
    fee_kobo: shareOf(fee_kobo),
    vat_kobo: shareOf(vat_kobo),
    due_at: it.pay_until,
  }
  const balance = {
    ...whole,
    id: makeId(),
    number: 2,
    kind: 'balance' as const,
    amount_kobo: total_kobo - deposit_kobo,
    fee_kobo: fee_kobo - deposit.fee_kobo,
    vat_kobo: vat_kobo - deposit.vat_kobo,
    due_at: subtractHours(it.starts_at, balanceDueHours),
  }
  return [deposit, balance]
}

/** Returns one page of the user's charters: upcoming ones by their start, then the others, latest first. */
export async function listCharters(
  ctx: Context,
  { state, page, per_page }: Input<typeof endpoints.listCharters>,
): Promise<ListAnswer<typeof endpoints.listCharters>> {
  const { rows, total } = await findPageOfCharters(ctx.db, requireUser(ctx).user_id, {
    state,
    limit: per_page,
    offset: (page - 1) * per_page,
  })
  return { data: rows.map((row) => toCharter(ctx, row)), meta: { page, per_page, total } }
}

/** Returns a charter of the user. Throws `not_found`. */
export async function getCharter(
  ctx: Context,
  { reference }: Input<typeof endpoints.getCharter>,
): Promise<Charter> {
  return toCharter(ctx, await requireOwnCharter(ctx, reference))
}

/** Finds a charter of the user. Throws `not_found`. */
export async function requireOwnCharter(ctx: Context, reference: string): Promise<CharterRow> {
  const row = await findOwnCharter(ctx.db, requireUser(ctx).user_id, normaliseReference(reference))
  if (row === undefined) throw makeRefusal('not_found')
  return row
}

/** Finds a charter of the user and locks it until the transaction ends. Throws `not_found`. */
export async function lockOwnCharter(ctx: Context, reference: string): Promise<CharterRow> {
  const { id } = await requireOwnCharter(ctx, reference)
  await lockCharter(ctx.db, normaliseReference(reference))
  return findCharter(ctx.db, id)
}
