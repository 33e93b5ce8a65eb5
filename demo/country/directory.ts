import { sql } from '#server/db/sql'
import { recomputeDirectory } from '#server/rooms/operators'
import { operators } from './operators.ts'
import { type RandomSource, makeRandomSource, makeSeedId } from './random.ts'
import { type DemoContext, insertAll } from './rows.ts'

/** How many past departures of each operator have reports, and in how many past days they left. */
const reported = 36
const days = 80

/** Writes licences that our staff have seen, and reported departures, from which punctuality is computed. */
export async function writeDirectory(ground: DemoContext): Promise<void> {
  const { db, seed, today } = ground
  const licences = operators.slice(0, -2).map(({ code }, index) => ({
    operator_id: makeSeedId(seed, `operator ${code}`),
    number: `FRSC/RTSSS/${2100 + index * 17}`,
    checked_on: dayBefore(today, 12 + index * 9),
    valid_until: dayBefore(today, -(200 + index * 13)),
  }))
  await insertAll(db, 'operator_licence', licences)
  const runs = await findRuns(ground)
  const trips = [...runs].flatMap(([code, own]) => pastOf(ground, own, code))
  await insertAll(db, 'trip', trips)
  await recomputeDirectory(db)
}

interface Run {
  id: string
  starts_at_seconds: number
  seconds: number
}

async function findRuns({ db }: DemoContext) {
  const { rows } = await sql<Run & { code: string }>`
    select o.code, s.id, s.starts_at_seconds, max(x.arrives_after_seconds) as seconds
    from schedule s join operator o on o.id = s.operator_id join schedule_stop x on x.schedule_id = s.id
    where s.feed_id is null group by o.code, s.id order by o.code, s.id`.execute(db)
  return Map.groupBy(rows, ({ code }) => code)
}

function pastOf({ seed, today }: DemoContext, runs: readonly Run[], code: string) {
  const chance = makeRandomSource(seed, `punctuality of ${code}`)
  const rating = operators.find((one) => one.code === code)?.rating ?? 4
  return Array.from({ length: reported }, (_, index) => {
    const run = runs[index % runs.length]
    if (run === undefined) throw new Error(`${code} has no runs`)
    const service_date = dayBefore(today, 2 + Math.floor((index * days) / reported))
    // Lagos is an hour ahead of UTC the whole year.
    const departs = Date.parse(`${service_date}T00:00:00+01:00`) + run.starts_at_seconds * 1000
    return {
      id: makeSeedId(seed, `past ${code} ${index}`),
      schedule_id: run.id,
      service_date,
      departs_at: new Date(departs).toISOString(),
      arrives_at: new Date(departs + run.seconds * 1000).toISOString(),
      sales_close_at: new Date(departs - 600_000).toISOString(),
      fare_percent: 100,
      status: chance.next() < 0.03 ? 'cancelled' : 'completed',
      plate: `${chance.pick(['LND', 'ABC', 'KJA', 'ENU'])}-${chance.between(100, 999)}${chance.pick(['XA', 'YB', 'ZC'])}`,
      version: 2,
      // A run number that departures from the timetable never get, so that no schedule has the same run number twice on
      // a day.
      run: 90,
      delay_minutes: delayOf(chance, rating),
      vouched_by: 'demo',
    }
  })
}

const delayOf = (chance: RandomSource, rating: number) =>
  chance.next() < rating / 5 ? chance.pick([0, 0, 0, 5, 10]) : chance.pick([20, 30, 45, 60, 90])

function dayBefore(today: string, count: number): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) - count * 86_400_000).toISOString().slice(0, 10)
}
