import { type Db, inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import { parcelAddOns, parcelSizes, parcelTypes, serviceTypes } from './parcels.ts'
import { groups } from './groups.ts'
import { nyscBatches, nyscCamps } from './nysc.ts'
import { passengerTypes } from './passenger-types.ts'
import { cities, cityAliases, states } from './places.ts'
import { vehicles } from './vehicles.ts'

/** The base lists by table, in the order in which they depend on each other. Every row has a `code`. */
const lists = {
  state: states,
  city: cities,
  city_alias: cityAliases,
  nysc_camp: nyscCamps,
  nysc_batch: nyscBatches,
  community_group: groups,
  currency: [{ code: 'NGN', name: 'Nigerian naira', symbol: '₦' }],
  passenger_type: passengerTypes.map((type, position) => ({ ...type, position })),
  vehicle_type: vehicles,
  service_type: serviceTypes.map(({ last: _, ...type }) => type),
  parcel_add_on: parcelAddOns,
  parcel_type: parcelTypes,
  parcel_size: parcelSizes,
} satisfies Record<string, readonly object[]>

/**
 * Adds missing rows of the lists that every database needs: states and cities of Nigeria, currencies, traveller types,
 * vehicles, services and parcels. Existing rows do not change, so it can be repeated.
 */
export async function writeBaseLists(db: Db): Promise<void> {
  await inTransaction(db, async (trx) => {
    // Concurrent inserts would waste identity values.
    await sql`select pg_advisory_xact_lock(hashtext('base lists'))`.execute(trx)
    for (const [table, rows] of Object.entries(lists)) {
      const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
      await sql`
        insert into ${sql.ref(table)} (${columns})
        select ${columns} from jsonb_populate_recordset(null::${sql.ref(table)}, ${JSON.stringify(rows)}::jsonb) as given
        where not exists (select from ${sql.ref(table)} as known where known.code = given.code)
        on conflict do nothing`.execute(trx)
    }
  })
}
