import { sql } from 'kysely'
import { demoPasswordHash } from '#server/db/demo-marks'
import { seedId } from './random.ts'
import type { Ground } from './rows.ts'

/** What the people of the demo country log in with. */
export const demoPassword = 'yellow bus to Jibowu'

/** Two people with an account, both addresses proved. Numbers beside our own, which belong to nobody else. */
export const demoPeople = [
  {
    full_name: 'Ada Okafor',
    email: 'ada@people.example',
    phone: '+2347009254001',
    referral_code: 'ADADEMO1',
  },
  {
    full_name: 'Bala Musa',
    email: 'bala.musa@gmail.example',
    phone: '+2347009254002',
    referral_code: 'BALADEMO2',
  },
] as const

/** Puts the people of the demo country in, each with a wallet. */
export async function writePeople({ db, seed }: Ground): Promise<void> {
  for (const person of demoPeople) {
    const id = seedId(seed, `person ${person.email}`)
    await sql`
      insert into person (id, full_name, email, email_verified_at, phone, phone_verified_at, password_hash, referral_code)
      values (${id}, ${person.full_name}, ${person.email}, now(), ${person.phone}, now(), ${demoPasswordHash}, ${person.referral_code})`.execute(
      db,
    )
    await sql`select account_of('wallet', ${id}, false)`.execute(db)
  }
}
