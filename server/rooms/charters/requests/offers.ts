import type { Input, ListAnswer } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import { priceCharter, addFeeAndVat } from '#contract/charters/price'
import type * as endpoints from '#contract/charters/requests/endpoints'
import type { OperatorCharterRequest, OperatorOffer } from '#contract/charters/requests/model'
import { normaliseReference } from '#contract/reference'
import type { Context } from '#server/context'
import { inTransaction } from '#server/db/client'
import { makeId } from '#server/platform/ids'
import { maskContacts } from '#server/platform/contact-details'
import { requireOperator } from '#server/rooms/operators'
import { findJourneyCities, planDrives } from '#server/rooms/charters/journey'
import { notifyOfCharterOffer } from './request-news.ts'
import {
  type OperatorOfferRow,
  countCharterOffers,
  findCharterOffer,
  findOfferForRequest,
  findPageOfOffers,
  replaceCharterOffer,
  withdrawOffer,
} from './offer-repository.ts'
import { splitPrice } from '#server/rooms/charters/trips'
import {
  findFittingVehicles,
  findRequestForOperator,
  lockCharterRequest,
  findPageOfOpenRequests,
  type CharterRequestRow,
} from './request-repository.ts'
import { toRequestSummary } from './requests.ts'

/** Returns one page of open requests for which the operator has a vehicle. */
export async function listOperatorCharterRequests(
  { db, actor }: Context,
  { page, per_page }: Input<typeof endpoints.listOperatorCharterRequests>,
): Promise<ListAnswer<typeof endpoints.listOperatorCharterRequests>> {
  const { operator_id } = requireOperator({ actor })
  const { rows, total } = await findPageOfOpenRequests(db, operator_id, {
    limit: per_page,
    offset: (page - 1) * per_page,
  })
  const data = []
  for (const row of rows) data.push(await toOfferView(db, operator_id, row))
  return { data, meta: { page, per_page, total } }
}

/**
 * Returns a request in the form for operators. The person's address, name and number are omitted; the operator gets
 * them after an offer is accepted.
 */
async function toOfferView(
  db: Context['db'],
  operator_id: string,
  row: CharterRequestRow,
): Promise<OperatorCharterRequest> {
  const summary = toRequestSummary(row)
  const mine = await findOfferForRequest(db, operator_id, row.id)
  const vehicles = []
  const fitting = await findFittingVehicles(db, operator_id, row)
  const stops = row.stops.map(({ code }) => ({ city: code }))
  const cities = fitting.length === 0 ? [] : await findJourneyCities(db, { stops })
  for (const vehicle of fitting) {
    const { id, name, plate, seats } = vehicle
    vehicles.push({ id, name, plate, seats, hire_kobo: usualHire(vehicle, cities, row) })
  }
  return {
    ...summary,
    stops: summary.stops.map((stop) => ({ ...stop, address: null })),
    needs: summary.needs === null ? null : maskContacts(summary.needs),
    luggage: summary.luggage === null ? null : maskContacts(summary.luggage),
    mine:
      mine === undefined
        ? null
        : {
            id: mine.id,
            state: mine.state,
            hire_kobo: mine.hire_kobo,
            valid_until: mine.valid_until.toISOString(),
          },
    vehicles,
  }
}

/** Returns the price on the marketplace, without fee and VAT. */
function usualHire(
  vehicle: Parameters<typeof priceCharter>[0] & { home: Parameters<typeof planDrives>[2] },
  cities: Parameters<typeof planDrives>[0],
  { kind, from_day, until_day }: CharterRequestRow,
): number {
  const journey = {
    kind: kind === 'airport' ? ('days' as const) : kind,
    stops: cities.map(({ code }) => ({ city: code })),
    from: from_day,
    until: until_day,
  }
  const { days, km } = planDrives(cities, journey, vehicle.home)
  return splitPrice(priceCharter(vehicle, { days, km })).hire_kobo
}

/** The maximum number of offers of one operator for one request, and how many of them are emailed to the customer. */
const maxOffers = 20
const maxEmailedOffers = 5

/**
 * Offers a vehicle for a request; it replaces the operator's earlier offer. Throws `not_found` for requests without a
 * fitting vehicle, `charter_closed` for those that are not open, `vehicle_taken`, and `too_many_requests` after 20
 * offers for one request.
 */
export async function offerCharter(
  { db, actor }: Context,
  input: Input<typeof endpoints.offerCharter>,
): Promise<OperatorOffer> {
  const { operator_id } = requireOperator({ actor })
  const reference = normaliseReference(input.reference)
  return inTransaction(db, async (tx) => {
    await lockCharterRequest(tx, reference)
    const request = await findRequestForOperator(tx, operator_id, reference)
    if (request === undefined) throw makeRefusal('not_found')
    if (request.state !== 'open' || request.open_until < request.server_time)
      throw makeRefusal('charter_closed', { detail: 'This request takes no more offers.' })
    const [vehicle] = await findFittingVehicles(tx, operator_id, request, input.vehicle_id)
    if (vehicle === undefined) throw makeRefusal('vehicle_taken')
    const made = await countCharterOffers(tx, operator_id, request.id)
    if (made >= maxOffers)
      throw makeRefusal('too_many_requests', {
        detail: `You can offer ${maxOffers} times for one request.`,
        retry_after: 86_400,
      })
    const until = request.server_time.getTime() + input.valid_hours * 3_600_000
    const id = makeId()
    await replaceCharterOffer(tx, {
      id,
      request_id: request.id,
      operator_id,
      vehicle_id: vehicle.id,
      hire_kobo: input.hire_kobo,
      price: addFeeAndVat([{ code: 'hire', label: vehicle.name, amount_kobo: input.hire_kobo }]),
      terms: input.terms,
      valid_until: new Date(Math.min(until, request.starts_at.getTime() - 2 * 3_600_000)),
    })
    if (made < maxEmailedOffers) await notifyOfCharterOffer(tx, request.id)
    return offerOf(await findCharterOffer(tx, operator_id, id))
  })
}

function offerOf(row: OperatorOfferRow | undefined): OperatorOffer {
  if (row === undefined) throw makeRefusal('not_found')
  const { valid_until, created_at, ...offer } = row
  return { ...offer, valid_until: valid_until.toISOString(), created_at: created_at.toISOString() }
}

/** Returns one page of the operator's offers, newest first. */
export async function listOperatorOffers(
  { db, actor }: Context,
  { page, per_page }: Input<typeof endpoints.listOperatorOffers>,
): Promise<ListAnswer<typeof endpoints.listOperatorOffers>> {
  const { operator_id } = requireOperator({ actor })
  const { rows, total } = await findPageOfOffers(db, operator_id, {
    limit: per_page,
    offset: (page - 1) * per_page,
  })
  return { data: rows.map(offerOf), meta: { page, per_page, total } }
}

/** Withdraws an offer. Throws `not_found`, and `charter_closed` if it is not open. */
export async function withdrawCharterOffer(
  { db, actor }: Context,
  { id }: Input<typeof endpoints.withdrawCharterOffer>,
): Promise<OperatorOffer> {
  const { operator_id } = requireOperator({ actor })
  if ((await findCharterOffer(db, operator_id, id)) === undefined) throw makeRefusal('not_found')
  if (!(await withdrawOffer(db, operator_id, id))) throw makeRefusal('charter_closed')
  return offerOf(await findCharterOffer(db, operator_id, id))
}
