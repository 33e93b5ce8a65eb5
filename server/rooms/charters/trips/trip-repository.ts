import type { CharterPrice } from '#contract/charters/model'
import type { Charter } from '#contract/charters/trips/model'
import type { Db } from '#server/db/client'
import { type Sql, sql } from '#server/db/sql'
import type { JourneyStop } from '#server/rooms/charters/journey'

/** The flight of an airport transfer as it is stored. */
export interface StoredFlight {
  airport: string
  zone: string
  size: string
  direction: 'pick_up' | 'drop_off'
  number: string | null
  at: string
  international: boolean
  name_board: string | null
  /** The cancellation tier at the last change. A fee that was due then stays due. */
  tier?: string
  /** How often the flight was changed. */
  changes?: number
}

interface InstalmentRow {
  id: string
  kind: 'deposit' | 'balance' | 'all'
  amount_kobo: number
  vat_kobo: number
  due_at: string
  state: 'open' | 'paid' | 'closed'
  paid_kobo: number
  paid_at: string | null
}

/** A charter with all its details. Amounts are in kobo. */
export interface CharterRow {
  id: string
  reference: string
  person_id: string
  kind: Charter['kind']
  occasion: Charter['occasion']
  state: Charter['state']
  vehicle: {
    id: string
    name: string
    type: string
    seats: number
    plate: string
    fuel_included: boolean
  }
  operator_id: string
  operator: { code: string; name: string; phone: string | null }
  stops: JourneyStop[]
  starts_at: Date
  from_day: string
  until_day: string
  km: number
  travellers: number
  luggage: string | null
  needs: string | null
  contact_name: string | null
  contact_phone: string | null
  flight: StoredFlight | null
  offer_terms: string | null
  price: CharterPrice
  total_kobo: number
  hire_kobo: number
  pay_until: Date | null
  driver_name: string | null
  driver_phone: string | null
  driver_plate: string | null
  code_tries: number
  started_at: Date | null
  ended_at: Date | null
  failure: string | null
  date_changes: number
  instalments: InstalmentRow[]
  paid_kobo: number
  pending_payment: string | null
  review: (NonNullable<Charter['review']> & { first_at: string }) | null
  refunds: Charter['refunds']
  /** The reference of its invoice, once something is paid. */
  invoice: string | null
  created_at: Date
  server_time: Date
}

const instalments = sql`(select jsonb_agg(jsonb_build_object('id', i.id, 'kind', i.kind, 'amount_kobo', i.amount_kobo,
    'vat_kobo', i.vat_kobo, 'due_at', i.due_at, 'state', i.state, 'paid_kobo', i.paid_kobo, 'paid_at', i.paid_at) order by i.number)
  from charter_instalment i where i.charter_id = h.id)`

const columns = sql`
  h.id, h.reference, h.person_id, h.kind, h.occasion, h.state, h.operator_id, h.stops, h.starts_at, h.from_day, h.until_day,
  h.km, h.travellers, h.luggage, h.needs, h.contact_name, h.contact_phone, h.flight, h.offer_terms, h.price,
  h.total_kobo, h.hire_kobo, h.pay_until, h.driver_name, h.driver_phone, h.driver_plate, h.code_tries, h.started_at,
  h.ended_at, h.failure, h.date_changes, h.created_at, clock_timestamp() as server_time,
  jsonb_build_object('id', v.id, 'name', v.name, 'type', v.type, 'seats', v.seats, 'plate', v.plate,
    'fuel_included', v.fuel_included) as vehicle,
  jsonb_build_object('code', o.code, 'name', o.name, 'phone', o.phone) as operator,
  ${instalments} as instalments,
  (select sum(i.paid_kobo)::bigint from charter_instalment i where i.charter_id = h.id) as paid_kobo,
  (select p.reference from payment p join charter_instalment i on i.payable_id = p.payable_id
    where i.charter_id = h.id and i.state = 'open' and p.status in ('initiated', 'pending') and p.expires_at > now()
    order by p.created_at desc limit 1) as pending_payment,
  (select jsonb_build_object('rating', r.rating, 'body', r.body, 'written_at', r.written_at, 'state', r.state,
      'first_at', r.first_at)
    from charter_review r where r.charter_id = h.id) as review,
  (select v.reference from charter_instalment i join invoice_part p on p.thing_id = i.id and p.kind = 'charter'
    join invoice v on v.id = p.invoice_id where i.charter_id = h.id order by v.issued_at desc limit 1) as invoice,
  coalesce((select jsonb_agg(jsonb_build_object('amount_kobo', r.amount_kobo, 'destination', r.destination, 'state', r.state)
      order by r.requested_at, r.id)
    from refund r join charter_instalment i on i.payable_id = r.payable_id where i.charter_id = h.id), '[]') as refunds`

const from = sql`charter h join charter_vehicle v on v.id = h.vehicle_id join operator o on o.id = h.operator_id`

async function findWhere(db: Db, where: Sql): Promise<CharterRow[]> {
  const { rows } = await sql<CharterRow>`select ${columns} from ${from} where ${where}`.execute(db)
  return rows
}

/** Finds a charter by its id. Throws if it is gone. */
export async function findCharter(db: Db, id: string): Promise<CharterRow> {
  const [row] = await findWhere(db, sql`h.id = ${id}::uuid`)
  if (row === undefined) throw new Error(`charter ${id} is gone`)
  return row
}

/** Throws if the instalment does not exist. */
export async function findCharterByInstalment(db: Db, instalment_id: string): Promise<CharterRow> {
  const which = sql`h.id = (select charter_id from charter_instalment where id = ${instalment_id}::uuid)`
  const [row] = await findWhere(db, which)
  if (row === undefined) throw new Error(`the charter of instalment ${instalment_id} is gone`)
  return row
}

/** Returns undefined for another person's charter. */
export async function findOwnCharter(
  db: Db,
  person_id: string,
  reference: string,
): Promise<CharterRow | undefined> {
  return (
    await findWhere(db, sql`h.reference = ${reference} and h.person_id = ${person_id}::uuid`)
  )[0]
}

/** Returns undefined for another operator's charter. */
export async function findOperatorCharter(
  db: Db,
  operator_id: string,
  reference: string,
): Promise<CharterRow | undefined> {
  return (
    await findWhere(db, sql`h.reference = ${reference} and h.operator_id = ${operator_id}::uuid`)
  )[0]
}

/** Locks a charter until the transaction ends. */
export async function lockCharter(db: Db, reference: string): Promise<void> {
  await sql`select from charter where reference = ${reference} for update`.execute(db)
}

const lists = {
  coming: sql`h.state in ('awaiting_payment', 'booked', 'paid', 'under_way')`,
  past: sql`h.state = 'completed'`,
  cancelled: sql`h.state in ('expired', 'lapsed', 'cancelled', 'operator_cancelled')`,
  all: sql`true`,
}

interface Page {
  limit: number
  offset: number
}

/**
 * Returns one page of a person's charters: upcoming ones first, earliest start first, then the others, latest first.
 */
export async function findPageOfCharters(
  db: Db,
  person_id: string,
  { state = 'all', limit, offset }: Page & { state?: keyof typeof lists | undefined },
): Promise<{ rows: CharterRow[]; total: number }> {
  const where = sql`h.person_id = ${person_id}::uuid and ${lists[state]}`
  const { rows } = await sql<CharterRow>`select ${columns} from ${from} where ${where}
    order by ${lists.coming} desc, case when ${lists.coming} then h.starts_at end, h.starts_at desc, h.id
    limit ${limit} offset ${offset}`.execute(db)
  return { rows, total: await count(db, where) }
}

/** Returns one page of an operator's current charters, earliest start first. */
export async function findPageOfOperatorCharters(
  db: Db,
  operator_id: string,
  { limit, offset }: Page,
): Promise<{ rows: CharterRow[]; total: number }> {
  const where = sql`h.operator_id = ${operator_id}::uuid and ${lists.coming}`
  const { rows } = await sql<CharterRow>`select ${columns} from ${from} where ${where}
    order by h.starts_at, h.id limit ${limit} offset ${offset}`.execute(db)
  return { rows, total: await count(db, where) }
}

async function count(db: Db, where: Sql): Promise<number> {
  const { rows } = await sql<{
    total: number
  }>`select count(*)::int as total from charter h where ${where}`.execute(db)
  return rows[0]?.total ?? 0
}

/** A charter that is about to be written. Days are those of the calendar in Nigeria, amounts are in kobo. */
export interface NewCharter {
  id: string
  reference: string
  person_id: string
  vehicle_id: string
  operator_id: string
  offer_id: string | null
  kind: Charter['kind']
  occasion: Charter['occasion']
  stops: readonly JourneyStop[]
  starts_at: Date
  from_day: string
  until_day: string
  km: number
  travellers: number
  luggage: string | null
  needs: string | null
  contact_name: string
  contact_phone: string
  flight: StoredFlight | null
  offer_terms: string | null
  price: CharterPrice
  pay_until: Date
  /**
   * The network from which it was booked (`hashNetwork`), stored for unknown people only. Null if the charters of a
   * network are not limited.
   */
  network: string | null
}

const lineSum = (price: CharterPrice, which: (code: string) => boolean) =>
  price.lines.reduce((sum, { code, amount_kobo }) => sum + (which(code) ? amount_kobo : 0), 0)

/** Returns our fee and the VAT in a price; the rest belongs to the operator. Amounts are in kobo. */
export const splitPrice = (price: CharterPrice) => {
  const fee_kobo = lineSum(price, (code) => code === 'service_fee')
  const vat_kobo = lineSum(price, (code) => code === 'vat')
  return { fee_kobo, vat_kobo, hire_kobo: price.total_kobo - fee_kobo - vat_kobo }
}

/**
 * Stores a charter. The caller claims its days afterwards. Throws if person or network has too many unpaid charters.
 */
export async function insertCharter(db: Db, it: NewCharter): Promise<void> {
  const { fee_kobo, vat_kobo, hire_kobo } = splitPrice(it.price)
  await sql`
    insert into charter (id, reference, person_id, vehicle_id, operator_id, offer_id, kind, occasion, stops, starts_at,
      from_day, until_day, km, travellers, luggage, needs, contact_name, contact_phone, flight, offer_terms, price,
      total_kobo, hire_kobo, fee_kobo, vat_kobo, pay_until, network)
    values (${it.id}, ${it.reference}, ${it.person_id}, ${it.vehicle_id}, ${it.operator_id}, ${it.offer_id}, ${it.kind},
      ${it.occasion}, ${JSON.stringify(it.stops)}::jsonb, ${it.starts_at}, ${it.from_day}, ${it.until_day}, ${it.km},
      ${it.travellers}, ${it.luggage}, ${it.needs}, ${it.contact_name}, ${it.contact_phone},
      ${it.flight === null ? null : JSON.stringify(it.flight)}::jsonb, ${it.offer_terms}, ${JSON.stringify(it.price)}::jsonb,
      ${it.price.total_kobo}, ${hire_kobo}, ${fee_kobo}, ${vat_kobo}, ${it.pay_until},
      ${it.network})`.execute(db)
}

/** An instalment that is about to be written. Amounts are in kobo. */
export interface NewInstalment {
  id: string
  charter_id: string
  number: number
  kind: 'deposit' | 'balance' | 'all'
  amount_kobo: number
  fee_kobo: number
  vat_kobo: number
  due_at: Date
}

export async function insertInstalments(db: Db, parts: readonly NewInstalment[]): Promise<void> {
  for (const it of parts)
    await sql`
      insert into charter_instalment (id, charter_id, number, kind, amount_kobo, fee_kobo, vat_kobo, due_at)
      values (${it.id}, ${it.charter_id}, ${it.number}, ${it.kind}, ${it.amount_kobo}, ${it.fee_kobo}, ${it.vat_kobo},
        ${it.due_at})`.execute(db)
}

/** Claims the days of a charter, all or none (`take_vehicle_days`). */
export async function claimVehicleDays(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean
  }>`select take_vehicle_days(${id}::uuid) as taken`.execute(db)
  return rows[0]?.taken === true
}

/** Ends a charter (`close_charter`). The caller holds the row lock of the charter. */
export async function closeCharter(db: Db, id: string, state: Charter['state']): Promise<void> {
  await sql`select close_charter(${id}::uuid, ${state})`.execute(db)
}

/** Returns every charter of a person, newest first. */
export async function findChartersOfPerson(db: Db, person_id: string): Promise<CharterRow[]> {
  return findWhere(db, sql`h.person_id = ${person_id}::uuid order by h.created_at desc`)
}
