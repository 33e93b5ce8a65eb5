import type { Parcel } from '#contract/parcels/model'
import type { ParcelEventKind } from '#contract/parcels/rules'
import type { ParcelScan } from '#contract/parcels/tracking'
import type { Actor, Context, PaymentDeps } from '#server/context'
import { type Db, inTransaction } from '#server/db/client'
import { setClock, withClock } from '#demo/country/histories'
import type { HistoryContext } from '#demo/country/history-money'
import {
  demoClaims,
  type DemoParcel,
  demoParcels,
  makeDriver,
  makeReceiver,
} from '#demo/country/parcels'
import * as history from '#demo/country/parcels-past'
import { demoPeople } from '#demo/country/people'
import { makeSeedId } from '#demo/country/random'
import { payAtStandIn } from './payment.ts'
import {
  cancelParcel,
  claimParcel,
  createParcel,
  fundInsurance,
  recommendClaim,
  reportParcelEvents,
  settleClaim,
} from '#server/rooms/parcels'
import { makeId } from '#server/platform/ids'
import { makeTripId } from '#server/rooms/trips'
import { firstPickupPinNumber, hashIssuedPin, makePickupPin } from '#server/platform/pickup-pin'

const hour = 3_600_000
/** The money that we put into the demo's insurance, kobo. */
const demoFloatKobo = 500_000_000

export interface ParcelContext extends HistoryContext, Omit<PaymentDeps, 'db'> {}

/**
 * Gives the people of the demo country parcels in every state, once, in one transaction and without notifications. Uses
 * the functions of the product. Needs the job queue. Returns whether it did something.
 */
export async function seedParcels(db: Db, deps: Omit<PaymentDeps, 'db'>): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const ground = await history.claimParcels(tx)
    const kid = deps.config.ticket_keys.find(({ state }) => state === 'active')?.kid
    if (ground === undefined || kid === undefined) return false
    const stage = { ...deps, db: tx, kid, ...ground }
    await withClock(tx, async () => {
      await turnClock(tx, Date.now() - 60 * 24 * hour)
      await fundInsurance(contextOf(stage, await staffOf(stage)), { amount_kobo: demoFloatKobo })
      for (const [number, it] of demoParcels.entries()) await live(stage, it, number)
    })
    await history.deleteParcelMessages(tx)
    return true
  })
}

async function live(stage: ParcelContext, it: DemoParcel, number: number): Promise<void> {
  const { db, seed } = stage
  const about = `parcel ${number}`
  const way = await history.findDeparture(db, { ...it, hub: it.fate === 'at_hub' }, about)
  if (way === undefined) return stage.log.warn({ ...it }, 'no bus takes a parcel of the demo')
  const sent_at = it.fate === 'lapsed' ? Date.now() - 60 * hour : sentAt(way)
  await turnClock(db, sent_at)
  const make = () =>
    sendParcel(stage, it, way, { number, ref: history.makeDemoParcelRef(seed, number) })
  const parcel = await (it.leaves < 0 ? history.withFutureDeparture(db, way, make) : make())
  const isPaid = it.fate !== 'unpaid' && it.fate !== 'lapsed'
  await turnClock(db, sent_at + hour / 20)
  const waybill = isPaid ? await payParcel(stage, it, parcel, about) : null
  await history.setParcelPaidTime(db, parcel.id, sent_at + hour / 20)
  const scans = scansOf(it, way).map(({ kind, at }) =>
    makeScan(stage, parcel, way, kind, at, number),
  )
  await reportScans(stage, way.operator_id, waybill ?? '', scans)
  await goOn(stage, it, parcel, way.operator_id)
  await history.backdateParcel(db, parcel.id)
}

const sentAt = ({ departs_at }: history.ParcelTrip) =>
  Math.min(departs_at.getTime() - 20 * hour, Date.now() - 4 * hour)

const turnClock = (db: Db, instant: number) =>
  setClock(db, Math.min(0, instant - Date.now()) / (24 * hour))

/** Sends a parcel with this bus. The parcel then waits for its payment. */
export async function sendParcel(
  stage: ParcelContext,
  it: DemoParcel,
  { trip_id, leg_from, leg_to, from_park, has_counter, to_park }: history.ParcelTrip,
  { number, ref }: { number: number; ref: string },
): Promise<Parcel> {
  const sender = senderOf(it)
  const drop_off = has_counter
    ? ({ at: 'park', location: from_park } as const)
    : ({ at: 'door' } as const)
  const park = { at: 'park', location: to_park } as const
  return createParcel(contextOf(stage, userOf(stage, it)), {
    quote: {
      route: `${it.from}_${it.to}`,
      size: it.size,
      type: it.type,
      add_ons: it.add_ons,
      declared_value_kobo: it.value_kobo,
      drop_off,
      pick_up: it.to_door ? { at: 'door' } : park,
      trip_id: makeTripId({ trip_id, leg_from, leg_to }),
    },
    sender: { full_name: sender.full_name, phone: sender.phone },
    receiver: makeReceiver(number),
    contents: it.contents,
    ...(it.note !== '' && { note: it.note }),
    nothing_prohibited: true,
    drop_off: {
      ...drop_off,
      ...(drop_off.at === 'door' && { address: '3 Station Road, ground floor' }),
    },
    pick_up: it.to_door ? { at: 'door', address: '12 Market Road, second floor' } : park,
    client_ref: ref,
  })
}

/** Pays for a parcel at a payment company's stand-in. Returns its waybill. */
export async function payParcel(
  stage: ParcelContext,
  it: DemoParcel,
  { id, price }: Parcel,
  about: string,
): Promise<string> {
  const { config, db } = stage
  const goods = { pin_hash: hashIssuedPin(config, id).toString('hex') }
  const payer = { id: userOf(stage, it).user_id, email: senderOf(it).email }
  const provider = it.sender === 0 ? 'paystack' : 'flutterwave'
  const what = { thing: { kind: 'parcel', id, goods }, provider, about } as const
  await payAtStandIn(stage, payer, what, price.total_kobo)
  return history.findWaybill(db, id)
}

function senderOf({ sender }: DemoParcel) {
  return demoPeople[sender === 0 ? 0 : 1]
}

function userOf({ seed }: ParcelContext, it: DemoParcel) {
  const user_id = makeSeedId(seed, `person ${senderOf(it).email}`)
  return { kind: 'user', user_id, login_id: user_id } as const
}

function contextOf({ db, config, log, payables }: ParcelContext, actor: Actor): Context {
  return { db, config, log, payables, actor, request_id: 'demo', ip: '127.0.0.1' }
}

const eventsUnderWay: ParcelEventKind[] = ['received', 'loaded', 'in_transit']
const there: ParcelEventKind[] = [...eventsUnderWay, 'ready_for_pickup']

const scansUntil: Record<DemoParcel['fate'], ParcelEventKind[]> = {
  unpaid: [],
  lapsed: [],
  paid: [],
  cancelled: [],
  received: ['received'],
  loaded: ['received', 'loaded'],
  in_transit: eventsUnderWay,
  at_hub: [...eventsUnderWay, 'at_hub'],
  ready_for_pickup: there,
  overdue: there,
  out_for_delivery: [...there, 'out_for_delivery'],
  delivered: [...there, 'delivered'],
  opened: [...there, 'delivered'],
  soaked: [...there, 'delivered'],
  on_hold: ['received', 'on_hold'],
  damaged: [...eventsUnderWay, 'damaged'],
  lost: [...eventsUnderWay, 'lost'],
  return_in_transit: [...there, 'return_in_transit'],
  returned: [...there, 'return_in_transit', 'returned'],
}

/** When a scan happens: hours after the bus left (`out`) or arrived (`in`). */
const scanTimes: Record<ParcelEventKind, { out: number } | { in: number } | 'between'> = {
  received: { out: -2.5 },
  on_hold: { out: -1.5 },
  loaded: { out: -0.4 },
  in_transit: { out: 0.1 },
  at_hub: 'between',
  damaged: { in: 0.5 },
  ready_for_pickup: { in: 0.8 },
  out_for_delivery: { in: 2 },
  delivered: { in: 6 },
  lost: { in: 30 },
  return_in_transit: { in: 190 },
  returned: { in: 215 },
}

/** Returns the scans that lead to a parcel's outcome, with times that are past. */
function scansOf({ fate }: DemoParcel, { departs_at, arrives_at }: history.ParcelTrip) {
  const [out, arrived] = [departs_at.getTime(), arrives_at.getTime()]
  const kinds = scansUntil[fate]
  return kinds.map((kind, index) => {
    const time = scanTimes[kind]
    const at =
      time === 'between'
        ? (out + arrived) / 2
        : 'out' in time
          ? out + time.out * hour
          : inOpenHours(arrived + time.in * hour)
    return { kind, at: Math.min(at, Date.now() - (kinds.length - index) * (hour / 12)) }
  })
}

/** Moves a time into the counters' opening hours, 8:00 to 18:00 in Lagos. */
function inOpenHours(at: number): number {
  const clock = (at / hour + 1) % 24
  return at + hour * (clock < 8 ? 8 - clock : clock > 18 ? 32 - clock : 0)
}

const atStart: readonly ParcelEventKind[] = ['received', 'loaded', 'on_hold', 'returned']

/** Returns a scan of a parcel on this trip, with bus, driver and PIN where they are needed. */
export function makeScan(
  { config }: Pick<ParcelContext, 'config'>,
  { id, pin_issue = firstPickupPinNumber }: { id: string; pin_issue?: number },
  {
    trip_id,
    from_park,
    to_park,
    hub,
  }: Pick<history.ParcelTrip, 'trip_id' | 'from_park' | 'to_park' | 'hub'>,
  kind: ParcelEventKind,
  at: number,
  number: number,
): Omit<ParcelScan, 'parcel'> {
  const end = atStart.includes(kind) ? from_park : to_park
  const place = kind === 'at_hub' ? hub : end
  return {
    id: makeId(),
    kind,
    occurred_at: new Date(at).toISOString(),
    ...(kind !== 'in_transit' && place !== null && { place }),
    ...(kind === 'loaded' && { trip_id, ...makeDriver(number) }),
    ...((kind === 'delivered' || kind === 'returned') && {
      pin: makePickupPin(config, id, pin_issue),
    }),
  }
}

/** Reports scans as an operator's program does. Throws if one is not recorded. */
export async function reportScans(
  stage: ParcelContext,
  operator_id: string,
  waybill: string,
  scans: readonly Omit<ParcelScan, 'parcel'>[],
): Promise<void> {
  if (scans.length === 0) return
  const operator = await operatorOf(stage, operator_id)
  const events = scans.map((scan) => ({ ...scan, parcel: waybill }))
  const results = await reportParcelEvents(contextOf(stage, operator), { events })
  for (const { result } of results)
    if (result !== 'recorded') throw new Error(`${waybill}: ${result}`)
}

async function operatorOf({ db }: ParcelContext, operator_id: string) {
  const key_id = await history.findOperatorKeyId(db, operator_id)
  return { kind: 'operator', operator_id, key_id, scopes: ['counter', 'claims'] } as const
}

async function staffOf({ db }: ParcelContext) {
  return {
    kind: 'staff',
    key_id: await history.findStaffKeyId(db),
    scopes: ['claims', 'finance'],
  } as const
}

/** Does what the parcel's sender or our staff did after its last scan. */
async function goOn(
  stage: ParcelContext,
  it: DemoParcel,
  { id, tracking_id, cover_kobo }: Parcel,
  operator_id: string,
): Promise<void> {
  const { db } = stage
  const sender = contextOf(stage, userOf(stage, it))
  if (it.fate === 'cancelled' || it.fate === 'lapsed') {
    const hours_ago = it.fate === 'lapsed' ? 12 : 2
    await turnClock(db, Date.now() - hours_ago * hour)
    await cancelParcel(sender, { tracking_id, refund_to: 'wallet' })
    await history.backdateParcelEnd(db, id, hours_ago)
  }
  const claimed = demoClaims[it.fate]
  if (claimed === undefined) return
  const { kind, words, asked_kobo = cover_kobo, recommended, answer, made, answered } = claimed
  const claim = await claimParcel(sender, { tracking_id, kind, words, asked_kobo, photos: [] }, [])
  if (recommended !== undefined) {
    const operator = contextOf(stage, await operatorOf(stage, operator_id))
    await recommendClaim(operator, { id: claim.id, ...recommended })
  }
  if (answer !== undefined) {
    await turnClock(db, Date.now() - answered * 24 * hour)
    const staff = contextOf(stage, await staffOf(stage))
    await settleClaim(staff, { id: claim.id, pay_kobo: asked_kobo, words: answer })
  }
  await history.backdateClaim(db, id, { made, answered })
}
