import { sql } from '#server/db/sql'
import { demoPeople } from './people.ts'
import { makeSeedId } from './random.ts'
import { type DemoContext, insertAll } from './rows.ts'

/** Businesses that await a decision of our staff: who submitted them, when, and their text. All are invented. */
const listings = [
  {
    asked_by: demoPeople[0].email,
    days_ago: 1.4,
    city: 'lagos',
    name: 'Iya Risi Amala Spot',
    category: 'food',
    about: 'Amala, ewedu and gbegiri from six in the morning. Takeaway packs for the road.',
    address: 'Opposite gate 2, Jibowu motor park',
    days: [0, 1, 2, 3, 4, 5],
    opens: 360,
    closes: 1200,
  },
  {
    asked_by: demoPeople[1].email,
    days_ago: 0.8,
    city: 'kano',
    name: 'Sabon Gari Tyre Clinic',
    category: 'tyres',
    about: 'Vulcanizer with a balancing machine.\nWe come to your bus on the road up to Wudil.',
    address: '14 Airport Road, beside the fuel station',
    days: [0, 1, 2, 3, 4, 5, 6],
    opens: 0,
    closes: 1440,
  },
  {
    asked_by: demoPeople[0].email,
    days_ago: 0.1,
    city: 'abuja',
    name: 'Zuma View Lodge',
    category: 'guest-house',
    about: 'Nine rooms with fans, and water day and night. Late arrivals are welcome.',
    address: 'Behind Utako motor park, Jabi',
    days: [0, 1, 2, 3, 4, 5, 6],
    opens: 360,
    closes: 1440,
  },
] as const

/** Writes undecided listings of the demo's people, only for people without other undecided ones. */
export async function writeListings({ db, seed }: DemoContext): Promise<void> {
  const { rows: cities } = await sql<{ id: number; code: string }>`
    select id, code from city where code = any (${listings.map(({ city }) => city)})`.execute(db)
  const { rows: people } = await sql<{ id: string; email: string }>`
    select id, email from person p where email = any (${listings.map(({ asked_by }) => asked_by)})
      and not exists (select from business where asked_by = p.id and state = 'pending')`.execute(db)
  const cityOf = new Map(cities.map(({ id, code }) => [code, id]))
  const personOf = new Map(people.map(({ id, email }) => [email, id]))
  const rows = listings.map(({ asked_by, days_ago, city, ...said }, index) => ({
    ...said,
    id: makeSeedId(seed, `listing ${said.name}`),
    city_id: cityOf.get(city),
    // These 0700 numbers follow our own number, and nobody else has them.
    phone: `+234700925${String(4031 + index)}`,
    state: 'pending',
    asked_by: personOf.get(asked_by),
    asked_at: new Date(Date.now() - days_ago * 86_400_000).toISOString(),
    place: index + 1,
  }))
  const theirs = rows.filter(({ asked_by }) => asked_by !== undefined)
  if (theirs.length > 0) await insertAll(db, 'business', theirs)
}
