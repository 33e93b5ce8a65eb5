import { naira } from '#contract/money'
import { amenities, partsOfDay, type TripsMeta } from '#contract/trips/model'
import { vehicleSizes } from '#contract/lookups/model'
import { CheckField, FieldGroup, SelectField } from '#ui/fields'
import type * as z from 'zod/mini'
import styles from './results.module.css'
import { changed, chosen, toggled, useAddress } from '#ui/lists/address'
import type { FilterName } from './search-params.ts'
import { amenityWords, partOfDayWords, sizeWords } from './words.ts'

type Facets = z.output<typeof TripsMeta>['facets']

/** What narrows the results down. Each choice goes into the address at once, so that it can be shared. */
export function Filters({ facets }: { facets: Facets }) {
  return (
    <div className={styles.filters}>
      <Group
        name="departs"
        legend="Leaves"
        options={partsOfDay.map((part) => ({ value: part, label: partOfDayWords[part] }))}
      />
      <Group
        name="vehicle_size"
        legend="Vehicle"
        options={vehicleSizes.map((size) => ({ value: size, label: sizeWords[size] }))}
      />
      <Group
        name="amenity"
        legend="On board"
        options={amenities.map((amenity) => ({ value: amenity, label: amenityWords[amenity] }))}
      />
      <Group name="operator" legend="Operator" options={facets.operators.map(fromFacet)} />
      <Group name="park" legend="Motor park" options={facets.parks.map(fromFacet)} />
      <ByDaylight />
      <HighestFare highest={facets.max_fare_kobo} />
    </div>
  )
}

const fromFacet = ({ code, name, trips }: Facets['parks'][number]) => ({
  value: code,
  label: `${name} (${trips})`,
})

function Group({
  name,
  legend,
  options,
}: {
  name: FilterName
  legend: string
  options: readonly { value: string; label: string }[]
}) {
  const [params, go] = useAddress()
  if (options.length === 0) return null
  const on = chosen(params, name)
  return (
    <FieldGroup label={legend}>
      {options.map(({ value, label }) => (
        <CheckField
          key={value}
          name={name}
          label={label}
          checked={on.includes(value)}
          onChange={() => go(toggled(params, name, value))}
        />
      ))}
    </FieldGroup>
  )
}

/** Arrives on the day it leaves, before it gets dark. */
function ByDaylight() {
  const [params, go] = useAddress()
  const on = params.get('arrives_before')
  return (
    <CheckField
      label={`Arrives before ${showClock(on ?? daylightEnds)}`}
      name="arrives_before"
      checked={on !== null}
      onChange={(checked) => go(changed(params, 'arrives_before', checked ? daylightEnds : ''))}
    />
  )
}

const daylightEnds = '18:00'

/** `6:00 PM` of `18:00`. */
function showClock(time: string): string {
  const [hour = 0] = time.split(':').map(Number)
  return `${hour % 12 === 0 ? 12 : hour % 12}:${time.slice(3, 5)} ${hour < 12 ? 'AM' : 'PM'}`
}

function HighestFare({ highest }: { highest: number | null }) {
  const [params, go] = useAddress()
  if (highest === null) return null
  const steps = [0.4, 0.55, 0.7, 0.85].map(
    (share) => Math.ceil((highest * share) / 100_000) * 100_000,
  )
  const now = params.get('max_fare_kobo') ?? ''
  const options = [...new Set([...steps.map(String), ...(now === '' ? [] : [now])])].toSorted(
    (a, b) => Number(a) - Number(b),
  )
  return (
    <SelectField
      label="Highest fare"
      value={now}
      empty="Any fare"
      onChange={(value) => go(changed(params, 'max_fare_kobo', value))}
      options={options.map((value) => ({ value, label: `Up to ${naira(Number(value))}` }))}
    />
  )
}
