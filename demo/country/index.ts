import { writeBaseLists } from '#server/db/base/index'
import { type Db, inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import { writeArticles } from './articles.ts'
import { writeCharterVehicles } from './charter-vehicles.ts'
import { writeCommunity } from './community.ts'
import { writeBusinesses } from './businesses.ts'
import { writeCountry } from './country.ts'
import { writeDirectory } from './directory.ts'
import { writeFuel } from './fuel.ts'
import { writeFuelReports } from './fuel-reports.ts'
import { writeListings } from './listings.ts'
import { writeMessages } from './messages.ts'
import { writeNotifications } from './notifications.ts'
import { writeOperatorKeys } from './operator-keys.ts'
import { writeParcelLists } from './parcel-lists.ts'
import { writeDeskPeople, writePeople } from './people.ts'
import { writeBusinessReviews, writeReviews } from './reviews.ts'
import type { DemoContext } from './rows.ts'

const country = 'demo country'

/** The parts of the demo country, by their names in `installed`. A part comes after those it depends on. */
const parts: Record<string, (ground: DemoContext) => Promise<void>> = {
  [country]: writeCountry,
  'demo parcel lists': writeParcelLists,
  'demo fuel prices': writeFuel,
  'demo notices': writeNotifications,
  'demo articles': writeArticles,
  'demo people': writePeople,
  'demo fuel reports': writeFuelReports,
  'demo messages': writeMessages,
  'demo reviews': writeReviews,
  'demo operator keys': writeOperatorKeys,
  'demo charter vehicles': writeCharterVehicles,
  'demo community': writeCommunity,
  'demo directory': writeDirectory,
  'demo businesses': writeBusinesses,
  'demo business reviews': writeBusinessReviews,
  'demo desk people': writeDeskPeople,
  'demo listings': writeListings,
}

/**
 * Writes the demo country into an empty database in one transaction, and adds parts that an existing one lacks. The
 * same seed number and day give the same rows. Later parts use the seed number of the existing country. Returns whether
 * it did something.
 */
export async function seedCountry(db: Db, seed_number = 1): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    // A busy machine may need longer than the statement timeout.
    await sql`set local statement_timeout = 0`.execute(trx)
    await writeBaseLists(trx)
    const isNew = await claim(trx, country, { seed_number })
    const { rows } = await sql<{ seed: number; today: string }>`
      select (detail ->> 'seed_number')::int as seed, to_char(lagos_today(), 'YYYY-MM-DD') as today
      from installed where name = ${country} and detail ? 'seed_number'`.execute(trx)
    const [known] = rows
    // An entry without a number only marks that this database must have no demo country.
    if (known === undefined) return false
    let wrote = false
    for (const [name, write] of Object.entries(parts)) {
      if (name === country ? !isNew : !(await claim(trx, name))) continue
      await write({ db: trx, ...known })
      wrote = true
    }
    return wrote
  })
}

/** Marks a part as written. Returns false if it was marked before. A second process waits for the first. */
async function claim(db: Db, name: string, detail: object = {}): Promise<boolean> {
  const { rows } = await sql`
    insert into installed (name, detail) values (${name}, ${JSON.stringify(detail)}::jsonb)
    on conflict do nothing returning name`.execute(db)
  return rows.length === 1
}
