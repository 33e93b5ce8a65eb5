import type { Db } from '#server/db/client'
import { demoPasswordHash } from '#server/db/demo-marks'
import { sql } from '#server/db/sql'
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

/** Who works at a desk: at an operator's, by its code, or at our own, with a second factor that everybody knows. */
export const demoDeskPeople = [
  {
    full_name: 'Musa Danladi',
    email: 'desk@harmattan.example',
    phone: '+2347009254011',
    referral_code: 'MUSADEMO3',
    operator: 'harmattan-lines',
    role: 'owner',
  },
  {
    full_name: 'Funke Adeyemi',
    email: 'desk@waka.example',
    phone: '+2347009254012',
    referral_code: 'FUNKDEMO4',
    operator: null,
    role: 'admin',
  },
] as const

/** The secret of our own desk's second factor in every demo, in base32: no secret. */
export const demoFactorSecret = 'WAKADEMOWAKADEMOWAKADEMOWAKADEMO'

/** Puts the people of the demo country in, each with a wallet. */
export async function writePeople(ground: Ground): Promise<void> {
  await insertPeople(ground, demoPeople)
}

/** Puts the people of desks in, with an account each; where they work is written by `seedDesks`. */
export async function writeDeskPeople(ground: Ground): Promise<void> {
  await insertPeople(ground, demoDeskPeople)
}

async function insertPeople(
  { db, seed }: Ground,
  people: readonly Pick<
    (typeof demoPeople | typeof demoDeskPeople)[number],
    'full_name' | 'email' | 'phone' | 'referral_code'
  >[],
): Promise<void> {
  for (const person of people) {
    const id = seedId(seed, `person ${person.email}`)
    await sql`
      insert into person (id, full_name, email, email_verified_at, phone, phone_verified_at, password_hash, referral_code)
      values (${id}, ${person.full_name}, ${person.email}, now(), ${person.phone}, now(), ${demoPasswordHash}, ${person.referral_code})`.execute(
      db,
    )
    await sql`select account_of('wallet', ${id}, false)`.execute(db)
  }
}

/** Marks the desks as filled; false when they are, and where nobody is to work there. */
export async function claimDesks(db: Db): Promise<boolean> {
  const { rows } = await sql`
    insert into installed (name) select 'demo desks' from installed where name = 'demo desk people'
    on conflict do nothing returning name`.execute(db)
  return rows.length === 1
}
