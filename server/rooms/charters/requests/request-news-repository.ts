import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

const verified = {
  email: sql`case when p.email_verified_at is not null then p.email end`,
  phone: sql`case when p.phone_verified_at is not null then p.phone end`,
}

/**
 * Returns what a notification of a request needs, without the person's name; also how many requests this person made in
 * the last 24 hours (`today`), and whether their email address or phone number is verified. Throws if there is no such
 * request.
 */
export async function findCharterRequestNotice(
  db: Db,
  id: string,
): Promise<{
  reference: string
  city: string
  starts_at: Date
  travellers: number
  today: number
  is_verified: boolean
}> {
  const { rows } = await sql<{
    reference: string
    city: string
    starts_at: Date
    travellers: number
    today: number
    is_verified: boolean
  }>`
    select r.reference, c.name as city, r.starts_at, r.travellers,
      p.email_verified_at is not null or p.phone_verified_at is not null as is_verified, (select count(*)::int from charter_request other
      where other.person_id = r.person_id and other.created_at > now() - interval '24 hours') as today
    from charter_request r join city c on c.id = r.city_id join person p on p.id = r.person_id where r.id = ${id}::uuid`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw new Error(`request ${id} is gone`)
  return row
}

/**
 * Returns the email address and phone number at which a request's customer is notified, and the number of its open
 * offers (`offers`); undefined if the customer was erased. `phone`: the one given for the request, otherwise the
 * verified one of the account; `email`: the verified one of the account.
 */
export async function findRequestCustomer(
  db: Db,
  id: string,
): Promise<
  { email: string | null; phone: string | null; reference: string; offers: number } | undefined
> {
  const { rows } = await sql<{
    email: string | null
    phone: string | null
    reference: string
    offers: number
  }>`
    select ${verified.email} as email, coalesce(r.contact_phone, ${verified.phone}) as phone, r.reference,
      (select count(*)::int from charter_offer f where f.request_id = r.id and f.state = 'open') as offers
    from charter_request r join person p on p.id = r.person_id where r.id = ${id}::uuid and p.erased_at is null`.execute(
    db,
  )
  return rows[0]
}
