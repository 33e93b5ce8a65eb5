import type { FuelReport } from '#contract/fuel/model'
import type { Fuel } from '#contract/fuel/rules'
import { formatAge } from '#lib/format'
import { QueryResult } from '#ui/query-result'
import { Money } from '#ui/money'
import { useQuery } from '@tanstack/react-query'
import { listFuelReportsQuery } from './queries.ts'
import { PriceTrend } from './trend.tsx'
import { useFuelStations } from './use-choice.ts'
import { fuelNames } from './form-model.ts'
import styles from './fuel.module.css'

const maxReports = 6

/** The prices of the past twelve weeks, and the latest reports. */
export function RecentPrices({ state, fuel }: { state: string; fuel: Fuel }) {
  const reports = useQuery(listFuelReportsQuery(state, fuel))
  return (
    <QueryResult query={reports}>
      {({ data, meta }) => (
        <>
          <PriceTrend weeks={meta.trend} about={`${fuelNames[fuel]} in ${state}`} />
          <NewestPrices reports={data.slice(0, maxReports)} />
        </>
      )}
    </QueryResult>
  )
}

function NewestPrices({ reports }: { reports: readonly FuelReport[] }) {
  const { nameOf } = useFuelStations()
  if (reports.length === 0) return null
  return (
    <section aria-labelledby="newest" className={styles.newest}>
      <h2 id="newest">Latest reports</h2>
      <ul>
        {reports.map(({ id, station, place, price_kobo, observed_at }) => (
          <li key={id}>
            <Money kobo={price_kobo} />
            <span>{nameOf(station)}</span>
            <small>
              {place !== null && `${place} · `}
              <time dateTime={observed_at}>{formatAge(Date.parse(observed_at))}</time>
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
