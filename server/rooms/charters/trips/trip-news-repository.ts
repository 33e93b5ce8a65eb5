import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/**
 * The recipient and the content of a notification. `phone`: the one given for the charter, otherwise the verified one
 * of the account; `email`: the verified one of the account; `operator_email`: that of the operator. Sums are in kobo.
 */
export interface CharterNotice {
  email: string | null
  phone: string | null
  reference: string
  vehicle: string
  operator: string
  operator_email: string | null
  starts_at: Date
  pay_until: Date | null
  due_kobo: number
  driver_name: string | null
  driver_phone: string | null
  driver_plate: string | null
  failure: string | null
}

const verified = {
  email: sql`case when p.email_verified_at is not null then p.email end`,
  phone: sql`case when p.phone_verified_at is not null then p.phone end`,
}

/**
 * Returns the data for a notification about a charter, found by the id of the charter or of one of its instalments;
 * undefined if the customer was erased.
 */
export async function findCharterNotice(
  db: Db,
  where: { id: string },
): Promise<CharterNotice | undefined> {
  const { rows } = await sql<CharterNotice>`
    select ${verified.email} as email, coalesce(h.contact_phone, ${verified.phone}) as phone, h.reference, v.name as vehicle, o.name as operator,
      o.email as operator_email, h.starts_at, h.pay_until, h.driver_name, h.driver_phone, h.driver_plate, h.failure,
      coalesce((select sum(i.amount_kobo) from charter_instalment i where i.charter_id = h.id and i.state = 'open'), 0)::bigint as due_kobo
    from charter h join person p on p.id = h.person_id join charter_vehicle v on v.id = h.vehicle_id
    join operator o on o.id = h.operator_id
    where (h.id = ${where.id}::uuid or h.id = (select charter_id from charter_instalment where id = ${where.id}::uuid))
      and p.erased_at is null`.execute(db)
  return rows[0]
}
