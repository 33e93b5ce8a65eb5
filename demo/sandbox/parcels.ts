import { makeRefusal } from '#contract/errors'
import { formatNaira } from '#contract/money'
import {
  hasParcelEnded,
  type ParcelEventKind,
  parcelEventKinds,
  makeTrackingPath,
} from '#contract/parcels/rules'
import type { ParcelScanResult } from '#contract/parcels/tracking'
import type { Context } from '#server/context'
import { inTransaction } from '#server/db/client'
import { listParcelsForDemoCounter, reportParcelEvents, settleClaim } from '#server/rooms/parcels'
import {
  type PageRequest,
  definePage,
  type PageBinding,
  type PageResponse,
} from '#server/http/pages'
import { makeId } from '#server/platform/ids'
import { renderPlainPage } from './plain-page.ts'
import { escapeHtml } from '#server/platform/escape-html'

type AtCounter = Awaited<ReturnType<typeof listParcelsForDemoCounter>>[number]

/**
 * The page `/sandbox/parcels`, on which a person scans parcels as the operators' counters do, and answers claims as our
 * staff do.
 */
export const parcelCounterPages: readonly PageBinding[] = [
  definePage('GET', '/sandbox/parcels', async (ctx, { query }) => {
    const search = query['parcel']?.trim()
    const parcels = await listParcelsForDemoCounter(ctx, search === '' ? undefined : search)
    return { html: renderPlainPage('Parcel counter', counterBody(parcels, search ?? '')) }
  }),
  definePage('GET', '/sandbox/parcels/{parcel}', async (ctx, request) => {
    const parcel = await requireCounterParcel(ctx, request)
    const body = parcelBody(parcel, request.query['said'])
    return { html: renderPlainPage(`Parcel ${parcel.waybill}`, body) }
  }),
  definePage('POST', '/sandbox/parcels/{parcel}', scan),
  definePage('POST', '/sandbox/parcels/{parcel}/claim', answerAtCounter),
]

const flag = '<p class="flag">Demo – you are the operator’s counter</p>'

const formatState = (state: string) => state.replaceAll('_', ' ')

function counterBody(parcels: readonly AtCounter[], search: string): string {
  const rows = parcels.map(
    ({ tracking_id, waybill, state, from_city, to_city }) =>
      `<article><a href="/sandbox/parcels/${tracking_id}"><b>${waybill}</b></a><br>${escapeHtml(from_city)} to ${escapeHtml(to_city)}: ${formatState(state)}</article>`,
  )
  const none = search === '' ? 'Nothing has been paid yet.' : 'No paid parcel has this number.'
  return `${flag}<h1>Parcels</h1>
    <form><label for="parcel">Waybill number</label><input id="parcel" name="parcel" value="${escapeHtml(search)}" autocomplete="off"><button>Find</button></form>
    ${rows.join('') || `<p>${none}</p>`}<p><a href="/sandbox">Sandbox</a></p>`
}

const buttons: Record<ParcelEventKind, string> = {
  received: 'Accept at the counter',
  loaded: 'Load on the bus',
  in_transit: 'The bus leaves',
  at_hub: 'It stops on the way',
  ready_for_pickup: 'Ready to be collected',
  out_for_delivery: 'Give to a rider',
  delivered: 'Deliver',
  on_hold: 'Hold it',
  damaged: 'Found damaged',
  lost: 'Cannot be found',
  return_in_transit: 'Send it back',
  returned: 'Return to the sender',
}

const troubles: readonly ParcelEventKind[] = ['on_hold', 'damaged', 'lost', 'return_in_transit']
const withPin: readonly ParcelEventKind[] = ['delivered', 'returned']
const eventsOfTransport = parcelEventKinds.filter(
  (kind) => ![...troubles, ...withPin].includes(kind),
)

/** The next scans after each scan. After a scan that is not listed here, all of `eventsOfTransport` are offered. */
const next: Record<string, readonly ParcelEventKind[]> = {
  paid: ['received'],
  received: ['loaded'],
  loaded: ['in_transit'],
  in_transit: ['at_hub', 'ready_for_pickup'],
  at_hub: ['in_transit', 'ready_for_pickup'],
  ready_for_pickup: ['out_for_delivery'],
  out_for_delivery: ['ready_for_pickup'],
  return_in_transit: [],
}

function parcelBody(parcel: AtCounter, said: string | undefined): string {
  const { tracking_id, waybill, state, from_city, to_city, operator, open_claim } = parcel
  const words = outcomes.get(said ?? '')
  return `${flag}<h1>${waybill}</h1>
    <p>${escapeHtml(from_city)} to ${escapeHtml(to_city)} with ${escapeHtml(operator)}</p>
    ${words === undefined ? '' : `<p class="bad" role="alert">${words}</p>`}
    <p class="good" role="status">Now: <b>${formatState(state)}</b></p>
    ${open_claim === null ? '' : claimForm(tracking_id, open_claim)}
    ${hasParcelEnded(state) ? '' : scanForms(state)}
    <p><a href="${makeTrackingPath(tracking_id)}">Public tracking</a> · <a href="/sandbox/parcels">All parcels</a></p>`
}

function scanForms(state: string): string {
  const press = (kind: ParcelEventKind, dress = '') =>
    `<button${dress} name="kind" value="${kind}">${buttons[kind]}</button>`
  const quiet = troubles.filter((kind) => kind !== state)
  const last = state === 'return_in_transit' ? 'returned' : 'delivered'
  const steps = (next[state] ?? eventsOfTransport).map((kind) => press(kind)).join('')
  return `${steps === '' ? '' : `<form method="post">${steps}</form>`}
    <form method="post"><fieldset><legend>${buttons[last]}</legend>
      <label for="pin">Pickup PIN, as the receiver says it</label><input id="pin" name="pin" inputmode="numeric" maxlength="6" autocomplete="off" required>
      <p><small>Demo: it is in the <a href="/sandbox/sms">SMS</a> to the receiver.</small></p>${press(last)}</fieldset></form>
    <form method="post"><details><summary>Something is wrong</summary><div class="row">${quiet.map((kind) => press(kind, ' class="quiet"')).join('')}</div></details></form>`
}

function claimForm(
  tracking_id: string,
  { words, asked_kobo }: NonNullable<AtCounter['open_claim']>,
): string {
  return `<form method="post" action="/sandbox/parcels/${tracking_id}/claim"><fieldset><legend>${formatNaira(asked_kobo)} claimed</legend>
      <pre>${escapeHtml(words)}</pre>
      <p><small>Demo: here you act as our staff.</small></p><label for="words">Your answer</label><input id="words" name="words" minlength="3" maxlength="300" autocomplete="off" required>
      <div class="row"><button name="pay_kobo" value="${asked_kobo}">Pay all of it</button><button name="pay_kobo" value="${Math.ceil(asked_kobo / 2)}">Pay half</button></div>
      <button class="quiet" name="pay_kobo" value="0">Refuse it</button></fieldset></form>`
}

/** The message that is displayed when a scan changed nothing. */
const outcomes = new Map<string, string>([
  ['wrong_pin', 'This is not the PIN. The parcel was not delivered.'],
  ['pin_locked', 'Too many wrong PINs. The sender must ask for a new one.'],
  ['not_live', 'This parcel’s journey is over, or it is not paid.'],
  ['unknown', 'This operator does not carry it.'],
  ['not_received', 'Accept it at the counter first. Only then can it be lost or damaged.'],
  ['wrong_time', 'The time of this scan is not possible.'],
])

async function requireCounterParcel(ctx: Context, { params }: PageRequest): Promise<AtCounter> {
  const [parcel] = await listParcelsForDemoCounter(ctx, params['parcel'] ?? '')
  if (parcel === undefined) throw makeRefusal('not_found')
  return parcel
}

/** Records a scan with the same function that the operators' programs call. */
async function scan(ctx: Context, asked: PageRequest): Promise<PageResponse> {
  const parcel = await requireCounterParcel(ctx, asked)
  const kind = parcelEventKinds.find((one) => one === asked.form['kind'])
  if (kind === undefined)
    throw makeRefusal('invalid_input', { fields: { kind: 'Press one of the buttons.' } })
  const result = await report(ctx, parcel, kind, asked.form['pin'])
  const said = result !== undefined && outcomes.has(result) ? `?said=${result}` : ''
  return { redirect: `/sandbox/parcels/${parcel.tracking_id}${said}` }
}

async function report(
  ctx: Context,
  parcel: AtCounter,
  kind: ParcelEventKind,
  pin: string | undefined,
): Promise<ParcelScanResult['result'] | undefined> {
  const place = placeOf(parcel, kind)
  const event = {
    id: makeId(),
    parcel: parcel.tracking_id,
    kind,
    occurred_at: new Date().toISOString(),
    ...(place !== null && { place }),
    ...(kind === 'loaded' && { trip_id: parcel.trip_id, ...driver }),
    ...(withPin.includes(kind) && { pin: pin?.trim() ?? '' }),
  }
  const [done] = await inTransaction(ctx.db, (db) =>
    reportParcelEvents(asCarrier({ ...ctx, db }, parcel), { events: [event] }),
  )
  return done?.result
}

/** Returns a context with the parcel's carrier as caller. Throws `not_allowed` if the carrier has no key. */
function asCarrier(ctx: Context, { operator, operator_id, key_id }: AtCounter): Context {
  if (key_id === null)
    throw makeRefusal('not_allowed', { detail: `${operator} has no key. Make one first.` })
  return { ...ctx, actor: { kind: 'operator', operator_id, key_id, scopes: ['counter', 'claims'] } }
}

/** Returns a context with our staff as caller. Throws `not_allowed` if they have no key. */
function asStaff(ctx: Context, { staff_key_id }: AtCounter): Context {
  if (staff_key_id === null)
    throw makeRefusal('not_allowed', { detail: 'Our staff have no key. Make one first.' })
  return { ...ctx, actor: { kind: 'staff', key_id: staff_key_id, scopes: ['claims'] } }
}

async function answerAtCounter(ctx: Context, asked: PageRequest): Promise<PageResponse> {
  const parcel = await requireCounterParcel(ctx, asked)
  const claim = parcel.open_claim
  if (claim === null) throw makeRefusal('claim_answered')
  const words = (asked.form['words'] ?? '').trim().slice(0, 300)
  const pay_kobo = Math.trunc(Math.abs(Number(asked.form['pay_kobo']))) || 0
  await inTransaction(ctx.db, (db) =>
    settleClaim(asStaff({ ...ctx, db }, parcel), { id: claim.id, pay_kobo, words }),
  )
  return { redirect: `/sandbox/parcels/${parcel.tracking_id}` }
}

const driver = { plate: 'KJA-482-XB', driver_name: 'Musa Garba', driver_phone: '+2348091112233' }

function placeOf({ from_park, hub, to_park }: AtCounter, kind: ParcelEventKind): string | null {
  if (kind === 'received' || kind === 'loaded' || kind === 'returned') return from_park
  if (kind === 'at_hub') return hub
  return ['ready_for_pickup', 'out_for_delivery', 'delivered'].includes(kind) ? to_park : null
}
