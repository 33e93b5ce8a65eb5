import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { selectAcceptsMessages } from './push/index.ts'

/** Returns the verified phone number and email address of a person, and their settings for messages about trips. */
export async function findMessageAddresses(
  db: Db,
  person_id: string,
): Promise<{
  phone: string | null
  email: string | null
  wants: { sms: boolean; email: boolean }
}> {
  const { rows } = await sql<{
    phone: string | null
    email: string | null
    sms: boolean
    mail: boolean
  }>`
    select case when phone_verified_at is not null then phone end as phone,
      case when email_verified_at is not null then email end as email,
      ${selectAcceptsMessages('trip_news_sms')} as sms, ${selectAcceptsMessages('trip_news_email')} as mail
    from person o where id = ${person_id}::uuid`.execute(db)
  const { phone = null, email = null, sms = false, mail = false } = rows[0] ?? {}
  return { phone, email, wants: { sms, email: mail } }
}
