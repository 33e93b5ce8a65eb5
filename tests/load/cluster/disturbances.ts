import { setTimeout as sleep } from 'node:timers/promises'
import { withConnection } from '#server/db/client'
import type { Fleet } from '#tests/load/run/fleet'
import type { SeededRandom } from '#tests/load/run/seeded-random'
import type { Cluster } from './cluster.ts'
import type { Machine } from './machine.ts'

/** A cluster under load with its API processes, as disturbances get it. */
export interface DisturbedCluster {
  cluster: Cluster
  fleet: Fleet
  dice: SeededRandom
  onNews: (sentence: string) => void
}

/** A way to lose the primary. `lose` resolves when it is lost; `restore` makes the machine a replica again. */
export interface PrimaryLoss {
  kind: string
  lose: (primary: Machine) => void | Promise<void>
  restore: (former: Machine) => void
}

export const primaryLosses: readonly PrimaryLoss[] = [
  {
    kind: 'machine frozen',
    lose: (primary) => primary.freeze(),
    restore: (former) => former.thaw(),
  },
  {
    kind: 'machine killed',
    lose: (primary) => primary.kill(),
    restore: (former) => former.boot(),
  },
  {
    kind: 'machine cut off',
    lose: (primary) => primary.cut(),
    restore: (former) => former.heal(),
  },
  {
    kind: 'PostgreSQL killed',
    lose: (primary) => primary.killPostgres(),
    restore: () => {},
  },
]

/** Hands the role of primary over to the synchronous replica. */
export async function switchOver({ cluster }: DisturbedCluster, primary: Machine): Promise<void> {
  await cluster.ask(primary, '/switchover', { leader: primary.name })
}

export interface Disturbance {
  kind: string
  disturb: (at: DisturbedCluster) => Promise<void>
}

/** Disturbances that must cost at most a few repeated calls, and cause no failover. */
export const disturbances: readonly Disturbance[] = [
  { kind: 'PgBouncer killed', disturb: ({ cluster }) => cluster.restart('pooler', 1000) },
  { kind: 'HAProxy killed', disturb: ({ cluster }) => cluster.restart('haproxy', 1000) },
  {
    kind: 'the primary’s member of etcd killed',
    disturb: async ({ cluster }) => (await cluster.untilWhole()).restartEtcd(10_000),
  },
  {
    kind: 'API processes killed',
    disturb: async ({ fleet, dice }) => {
      fleet.kill(dice.pick)
      await sleep(300)
      fleet.kill(dice.pick)
    },
  },
  {
    kind: 'a replica behind',
    disturb: async (at) => {
      const url = at.cluster.urlOf(await findReplica(at, 'replica'))
      const replay = (what: 'pause' | 'resume') =>
        withConnection(url, 'waka cluster', (client) =>
          client.query(`select pg_wal_replay_${what}()`),
        )
      await replay('pause')
      // After this long, the replica lags too far behind to be read, and a clerk who still sees its old state records a
      // fault.
      await sleep(20_000)
      await replay('resume')
    },
  },
  {
    kind: 'a replica built again',
    disturb: async (at) => {
      const replica = await findReplica(at, 'replica')
      await at.cluster.ask(replica, '/reinitialize', { force: true })
      await at.cluster.untilAway(replica)
    },
  },
  {
    kind: 'the synchronous replica killed',
    disturb: async (at) => {
      const replica = await findReplica(at, 'sync_standby')
      await replica.kill()
      await sleep(10_000)
      replica.boot()
    },
  },
]

async function findReplica({ cluster }: DisturbedCluster, role: 'replica' | 'sync_standby') {
  await cluster.untilWhole()
  const { name } = (await cluster.listMembers()).find((member) => member.role === role) ?? {}
  const machine = cluster.machines.find((one) => one.name === name)
  if (machine === undefined) throw new Error(`there is no ${role}`)
  return machine
}

const table = 'second_primary'

/** Creates the table to which a former primary must not be able to write. */
export async function prepareSecondPrimary(direct_url: string): Promise<void> {
  await withConnection(direct_url, 'waka cluster', (client) =>
    client.query(`create table ${table} (at timestamptz)`),
  )
}

/**
 * Keeps trying to write to a former primary over a direct connection, as long as `until` returns false. Returns how
 * many writes the former primary confirmed.
 */
export async function countSecondWrites(url: string, until: () => boolean): Promise<number> {
  let done = 0
  while (!until()) {
    const writing = withConnection(`${url}?query_timeout=2000`, 'waka cluster', (client) =>
      client.query(`insert into ${table} values (clock_timestamp())`),
    )
    await writing.then(
      () => (done += 1),
      () => {},
    )
    await sleep(100)
  }
  return done
}
