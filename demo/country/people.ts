import type { Db } from '#server/db/client'
import { demoPasswordHash } from '#server/db/demo-marks'
import { sql } from '#server/db/sql'
import { makeSeedId } from './random.ts'
import type { DemoContext } from './rows.ts'

/** The password of the demo's people. Its hash is `demoPasswordHash`. */
export const demoPassword = 'yellow bus to Jibowu'

/**
 * Two people with an account, a verified email address and a verified phone number. The phone numbers follow our own
 * number, and nobody else has them.
 */
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

/** Members of desks. `operator`: the code of the operator; null at our own desk, which requires a second factor. */
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

/** The second factor at our own desk, a secret in base32. It is the same in every demo, and public. */
export const demoFactorSecret = 'WAKADEMOWAKADEMOWAKADEMOWAKADEMO'

/** Stores the people of the demo country, each with a wallet. */
export async function writePeople(ground: DemoContext): Promise<void> {
  await insertPeople(ground, demoPeople)
}

/** Stores accounts for the people of the desks. `seedDesks` makes them members. */
export async function writeDeskPeople(ground: DemoContext): Promise<void> {
  await insertPeople(ground, demoDeskPeople)
}

async function insertPeople(
  { db, seed }: DemoContext,
  people: readonly Pick<
    (typeof demoPeople | typeof demoDeskPeople)[number],
    'full_name' | 'email' | 'phone' | 'referral_code'
  >[],
): Promise<void> {
  for (const person of people) {
    const id = makeSeedId(seed, `person ${person.email}`)
    await sql`
      insert into person (id, full_name, email, email_verified_at, phone, phone_verified_at, password_hash, referral_code)
      values (${id}, ${person.full_name}, ${person.email}, now(), ${person.phone}, now(), ${demoPasswordHash}, ${person.referral_code})`.execute(
      db,
    )
    await sql`select account_of('wallet', ${id}, false)`.execute(db)
  }
}

/** Claims the right to add members to the desks, once. Returns false if that was done, or without people for them. */
export async function claimDesks(db: Db): Promise<boolean> {
  const { rows } = await sql`
    insert into installed (name) select 'demo desks' from installed where name = 'demo desk people'
    on conflict do nothing returning name`.execute(db)
  return rows.length === 1
}
