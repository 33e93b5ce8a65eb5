import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { aTrip } from '#tests/support/makers/trips'

/** The result of one evening at one IP address. Counts honest phones, not their requests. */
export interface CrowdResult {
  held: number
  /** Phones that were asked for proof of work. */
  asked: number
  /** Phones that were refused because their network holds too many seats. */
  refused: number
  /** Phones whose hold was released before they paid. */
  lost: number
  /** Phones that logged in with Google after a refusal. */
  logged_in: number
  /** The most that the hoarder held at one time: seats in total, and the part (0 to 1) of one large departure. */
  hoarded: number
  hoarded_of_one: number
}

interface Evening {
  phones: number
  /** Where the hoarder is, and whether they enter travellers; without this option nobody hoards. */
  hoarder?: { at: 'the same address' | 'another address'; writes_names: boolean }
  /** Whether a refused phone logs in, as the refusal suggests. */
  log_in?: boolean
}

const minutes = 180
const phonesForOneBus = 12.5

/**
 * Simulates evenings of three hours at one IP address with the database's own functions on an accelerated clock; every
 * run is the same. Phones enter their travellers within two and a half minutes; 65 % pay within nine, the others
 * release their hold or forget it. Every minute a hoarder requests six seats of a tenth of the buses, until six
 * requests are refused. It does all the proof of work, but none of its made-up devices is logged in with Google.
 */
export async function makeCrowdSimulator(db: Db) {
  const big = await aTrip(db, { vehicle: 'coach-59' })
  const small = await aTrip(db, { vehicle: 'hiace-15' })
  await sql.raw(readFileSync(resolve(import.meta.dirname, 'crowd.sql'), 'utf8')).execute(db)
  const begin = Date.now()
  let evenings = 0
  return ({ phones, hoarder, log_in = false }: Evening): Promise<CrowdResult> =>
    db.connection(async (here) => {
      evenings += 1
      const tag = `evening ${evenings}`
      await sql`select set_config('search_path', 'crowd, pg_catalog, public', false), setseed(0.5)`.execute(
        here,
      )
      // Departures of another evening are on other days.
      await sql`select crowd.fill_buses(${big.trip_id}, ${small.trip_id},
        ${Math.ceil(phones / phonesForOneBus)}, ${(evenings - 1) * 1000})`.execute(here)
      const hoarding =
        hoarder === undefined
          ? null
          : `${tag} ${hoarder.at === 'the same address' ? 'address' : 'hoarder'}`
      const counts = ['held', 'asked', 'refused', 'lost', 'logged_in'] as const
      const none = { held: 0, asked: 0, refused: 0, lost: 0, logged_in: 0 }
      const told = { ...none, hoarded: 0, hoarded_of_one: 0 }
      for (let minute = 0; minute < minutes; minute += 1) {
        const come = (at: number) => Math.round(phones * arrived(at / minutes))
        const { rows } = await sql<CrowdResult>`
          select * from crowd.pass_minute(${tag}, ${new Date(begin + minute * 60_000)}, ${come(minute) + 1}::int,
            ${come(minute + 1)}::int, ${hoarding}, ${hoarder?.writes_names ?? false}, ${log_in})`.execute(
          here,
        )
        const [now] = rows
        if (now === undefined) continue
        for (const kind of counts) told[kind] += now[kind]
        told.hoarded = Math.max(told.hoarded, now.hoarded)
        told.hoarded_of_one = Math.max(told.hoarded_of_one, now.hoarded_of_one)
      }
      await sql`reset search_path`.execute(here)
      return told
    })
}

/** Arrivals increase until half-time, then decrease: the share of phones that has arrived at a share of the time. */
const arrived = (time: number) => (time < 0.5 ? 2 * time ** 2 : 1 - 2 * (1 - time) ** 2)
