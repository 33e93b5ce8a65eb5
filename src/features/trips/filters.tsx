import { formatNaira } from '#contract/money'
import type { TripsMeta } from '#contract/trips/model'
import { amenities, partsOfDay } from '#contract/trips/rules'
import { vehicleSizes } from '#contract/lookups/rules'
import { formatClock } from '#contract/wall-clock'
import { CheckField } from '#ui/choices'
import { SelectField } from '#ui/fields'
import type * as z from 'zod/mini'
import styles from './results.module.css'
import {
  withParameter,
  listChosenValues,
  withToggledValue,
  useUrlSearch,
} from '#ui/lists/url-search'
import type { FilterName } from './search-params.ts'
import { amenityLabels, partOfDayLabels, vehicleSizeLabels } from './labels.ts'

type Facets = z.output<typeof TripsMeta>['facets']

/**
 * Filters of the results, each with its number of trips. A choice is written to the URL immediately, so that it can be
 * shared.
 */
export function TripFilters({ facets }: { facets: Facets }) {
  return (
    <div className={styles.filters}>
      <Group
        name="departs"
        legend="Leaves"
        options={partsOfDay.map((part) => optionOf(part, partOfDayLabels[part], facets.departs))}
      />
      <Group
        name="vehicle_size"
        legend="Vehicle"
        options={vehicleSizes.map((size) =>
          optionOf(size, vehicleSizeLabels[size], facets.vehicle_sizes),
        )}
      />
      <Group
        name="amenity"
        legend="On board"
        options={amenities.map((code) => optionOf(code, amenityLabels[code], facets.amenities))}
      />
      <Group name="operator" legend="Operator" options={facets.operators.map(fromFacet)} />
      <Group name="park" legend="Motor park" options={facets.parks.map(fromFacet)} />
      <ByDaylight trips={facets.daylight} />
      <HighestFare least={facets.least_fare_kobo} highest={facets.max_fare_kobo} />
    </div>
  )
}

/** A choice of a filter. `trips` is how many trips it leaves; unknown in an answer stored by an older version. */
interface Choice {
  value: string
  label: string
  trips: number | undefined
}

const optionOf = (
  value: string,
  label: string,
  counts: readonly { code: string; trips: number }[] | undefined,
): Choice => ({ value, label, trips: counts?.find(({ code }) => code === value)?.trips })

const fromFacet = ({ code, name, trips }: Facets['parks'][number]): Choice => ({
  value: code,
  label: name,
  trips,
})

const withCount = (label: string, trips: number | undefined) =>
  trips === undefined ? label : `${label} (${trips})`

function Group({
  name,
  legend,
  options,
}: {
  name: FilterName
  legend: string
  options: readonly Choice[]
}) {
  const [params, go] = useUrlSearch()
  if (options.length === 0) return null
  const on = listChosenValues(params, name)
  return (
    <section className={styles.choices} aria-label={legend}>
      <h3>{legend}</h3>
      {options.map(({ value, label, trips }) => (
        <CheckField
          key={value}
          name={name}
          label={withCount(label, trips)}
          checked={on.includes(value)}
          disabled={trips === 0 && !on.includes(value)}
          onChange={() => go(withToggledValue(params, name, value))}
        />
      ))}
    </section>
  )
}

/** The filter for trips that arrive on the day of departure, before dark. */
function ByDaylight({ trips }: { trips: number | undefined }) {
  const [params, go] = useUrlSearch()
  const on = params.get('arrives_before')
  const isUsual = on === null || on === daylightEnds
  return (
    <CheckField
      label={withCount(
        `Arrives before ${formatTimeFilter(on ?? daylightEnds)}`,
        isUsual ? trips : undefined,
      )}
      name="arrives_before"
      checked={on !== null}
      disabled={trips === 0 && on === null}
      onChange={(checked) =>
        go(withParameter(params, 'arrives_before', checked ? daylightEnds : ''))
      }
    />
  )
}

const daylightEnds = '18:00'

/** Formats `18:00` as `6:00 PM`. */
const formatTimeFilter = (time: string) => formatClock(Number(time.slice(0, 2)), time.slice(3, 5))

function HighestFare({
  least,
  highest,
}: {
  least: number | null | undefined
  highest: number | null
}) {
  const [params, go] = useUrlSearch()
  if (highest === null) return null
  // The lowest step is not below the cheapest fare that the other filters leave.
  const steps = [0.4, 0.55, 0.7, 0.85]
    .map((share) => Math.ceil((highest * share) / 100_000) * 100_000)
    .filter((step) => least === undefined || (least !== null && step >= least))
  const now = params.get('max_fare_kobo') ?? ''
  const options = [...new Set([...steps.map(String), ...(now === '' ? [] : [now])])].toSorted(
    (a, b) => Number(a) - Number(b),
  )
  return (
    <SelectField
      label="Highest fare"
      value={now}
      empty="Any fare"
      onChange={(value) => go(withParameter(params, 'max_fare_kobo', value))}
      options={options.map((value) => ({ value, label: `Up to ${formatNaira(Number(value))}` }))}
    />
  )
}
