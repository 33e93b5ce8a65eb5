import type { CharterPrice } from '#contract/charters/model'
import type { OperatorOffer } from '#contract/charters/requests/model'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

interface Page {
  limit: number
  offset: number
}

export interface OperatorOfferRow {
  id: string
  request: string
  state: OperatorOffer['state']
  vehicle: OperatorOffer['vehicle']
  hire_kobo: number
  price: CharterPrice
  terms: string
  valid_until: Date
  created_at: Date
  charter: string | null
}

const offerColumns = sql`
  f.id, r.reference as request, f.hire_kobo, f.price, f.terms, f.valid_until, f.created_at,
  case when f.state = 'open' and f.valid_until < clock_timestamp() then 'expired' else f.state end as state,
  jsonb_build_object('id', v.id, 'name', v.name, 'plate', v.plate) as vehicle,
  (select h.reference from charter h where h.offer_id = f.id) as charter`
const offers = sql`charter_offer f join charter_request r on r.id = f.request_id join charter_vehicle v on v.id = f.vehicle_id`

/** Finds an offer of this operator. Undefined for another operator's. */
export async function findCharterOffer(
  db: Db,
  operator_id: string,
  id: string,
): Promise<OperatorOfferRow | undefined> {
  const { rows } = await sql<OperatorOfferRow>`
    select ${offerColumns} from ${offers} where f.id = ${id}::uuid and f.operator_id = ${operator_id}::uuid`.execute(
    db,
  )
  return rows[0]
}

/** Returns one page of an operator's offers, newest first. */
export async function findPageOfOffers(
  db: Db,
  operator_id: string,
  { limit, offset }: Page,
): Promise<{ rows: OperatorOfferRow[]; total: number }> {
  const { rows } = await sql<OperatorOfferRow>`
    select ${offerColumns} from ${offers} where f.operator_id = ${operator_id}::uuid
    order by f.created_at desc, f.id limit ${limit} offset ${offset}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from charter_offer where operator_id = ${operator_id}::uuid`.execute(
    db,
  )
  return { rows, total: counted[0]?.total ?? 0 }
}

/** Returns an operator's open or accepted offer for a request; if there is none, its latest one. */
export async function findOfferForRequest(
  db: Db,
  operator_id: string,
  request_id: string,
): Promise<OperatorOfferRow | undefined> {
  const { rows } = await sql<OperatorOfferRow>`
    select ${offerColumns} from ${offers} where f.operator_id = ${operator_id}::uuid and f.request_id = ${request_id}::uuid
    order by f.state in ('open', 'accepted') desc, f.created_at desc limit 1`.execute(db)
  return rows[0]
}

/** Counts an operator's offers for a request, including withdrawn ones. */
export async function countCharterOffers(
  db: Db,
  operator_id: string,
  request_id: string,
): Promise<number> {
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from charter_offer
    where operator_id = ${operator_id}::uuid and request_id = ${request_id}::uuid`.execute(db)
  return rows[0]?.many ?? 0
}

export interface NewCharterOffer {
  id: string
  request_id: string
  operator_id: string
  vehicle_id: string
  hire_kobo: number
  price: CharterPrice
  terms: string
  valid_until: Date
}

/** Stores an offer in place of the operator's current one. */
export async function replaceCharterOffer(db: Db, it: NewCharterOffer): Promise<void> {
  await sql`
    update charter_offer set state = 'withdrawn'
    where request_id = ${it.request_id} and operator_id = ${it.operator_id} and state = 'open'`.execute(
    db,
  )
  await sql`
    insert into charter_offer (id, request_id, operator_id, vehicle_id, hire_kobo, price, terms, valid_until)
    values (${it.id}, ${it.request_id}, ${it.operator_id}, ${it.vehicle_id}, ${it.hire_kobo},
      ${JSON.stringify(it.price)}::jsonb, ${it.terms}, ${it.valid_until})`.execute(db)
}

/** Withdraws an open offer; returns false if it is not open. */
export async function withdrawOffer(db: Db, operator_id: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    update charter_offer set state = 'withdrawn' where id = ${id}::uuid and operator_id = ${operator_id}::uuid
      and state = 'open' returning id`.execute(db)
  return rows.length > 0
}
