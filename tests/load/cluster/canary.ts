import { setTimeout as sleep } from 'node:timers/promises'
import { makeId } from '#server/platform/ids'
import type { Db } from '#server/db/client'
import { makeTally } from '#tests/load/actors/caller'
import type { Fleet } from '#tests/load/run/fleet'
import { makeSeededRandom } from '#tests/load/run/seeded-random'
import { findLostSales } from '#tests/load/steady/answered'
import { makeClerkRecords, makeCounter, runClerks } from '#tests/load/steady/clerks'
import type { Cluster } from './cluster.ts'

/**
 * Sells on a cluster with asynchronous replication while both replicas are down, then lets one of them take over. That
 * replica cannot have the last sales, so the checks must report them as lost. Returns what the checks found.
 */
export async function loseSales({
  cluster,
  fleet,
  db,
  seed,
}: {
  cluster: Cluster
  fleet: Fleet
  db: Db
  seed: number
}): Promise<{ sales: number; lost: number; stale: number }> {
  const records = makeClerkRecords()
  let isOver = false
  const options = {
    db,
    origins: fleet.origins,
    dice: makeSeededRandom(seed),
    tally: makeTally(),
    isOver: () => isOver,
  }
  const selling = runClerks(2, options, records)
  const untilSold = async (count: number) => {
    while (records.sales.length < count) await sleep(50)
  }
  const primary = await cluster.untilWhole()
  const replicas = cluster.machines.filter((machine) => machine !== primary)
  await untilSold(10)
  await Promise.all(replicas.map((machine) => machine.kill()))
  await untilSold(records.sales.length + 10)
  isOver = true
  await selling
  await primary.kill()
  for (const machine of replicas) machine.boot()
  await cluster.untilLedBy(replicas)
  primary.boot()
  await cluster.untilWhole()
  const lost = new Set(await findLostSales(db, records.sales))
  const counter = makeCounter(options, { device_id: makeId() }, records)
  let stale = 0
  for (const { reference, trip_id, seat } of records.sales)
    if (lost.has(reference)) {
      const headers = { 'cache-control': 'no-cache' }
      if ((await counter.isShownFree(trip_id, seat, headers)) === true) stale += 1
    }
  return { sales: records.sales.length, lost: lost.size, stale }
}
