import { setTimeout as sleep } from 'node:timers/promises'
import type { SeededRandom } from './seeded-random.ts'
import type { Fleet } from './fleet.ts'

export interface KillerOptions {
  fleet: Fleet
  /** Kills PostgreSQL; resolves when it answers again. */
  killPostgres?: () => Promise<void>
  /** After how many ms PostgreSQL is killed for the first time; later every 45 seconds. */
  first_postgres_ms?: number
}

/** Makes an object that kills the processes of a run and counts the kills. */
export function makeKiller(
  { fleet, killPostgres, first_postgres_ms = 20_000 }: KillerOptions,
  dice: SeededRandom,
) {
  const kills = { api: 0, postgres: 0 }
  let nextPostgres = Date.now() + first_postgres_ms
  return {
    kills,
    /** Whether more than half of the processes are running. */
    isFleetUp: () => fleet.origins().length * 2 > fleet.size,
    /** Kills one process, or in a quarter of all cases two or three in a row; also PostgreSQL when it is due. */
    kill: async (): Promise<void> => {
      for (let burst = dice.chance(25) ? dice.number(2, 3) : 1; burst > 0; burst -= 1) {
        if (fleet.kill(dice.pick)) kills.api += 1
        if (burst > 1) await sleep(350)
      }
      if (killPostgres === undefined || Date.now() < nextPostgres) return
      nextPostgres = Date.now() + 45_000
      kills.postgres += 1
      await killPostgres()
    },
  }
}
