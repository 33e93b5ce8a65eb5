import { vehicleSizes } from '#contract/lookups/rules'
import type { listCharterVehicles } from '#contract/charters/market/endpoints'
import { charterDaysAhead, maxCharterTravellers } from '#contract/charters/rules'
import { formatNaira } from '#contract/money'
import { formatCount, parseCount } from '#contract/quantities'
import { FieldRow } from '#features/charters'
import { PlaceChoiceField, useCityOptions } from '#features/lookups'
import { vehicleSizeLabels } from '#features/trips'
import type { CallResult } from '#lib/api'
import { addDays, today } from '#lib/format'
import { parseDayParameter } from '#lib/url-parameters'
import { CheckField, FieldGroup } from '#ui/choices'
import { DayField } from '#ui/sheets/day-field'
import { SelectField, TextField } from '#ui/fields'
import styles from './market.module.css'
import {
  withParameter,
  listChosenValues,
  withToggledValue,
  useUrlSearch,
} from '#ui/lists/url-search'

type Facets = CallResult<typeof listCharterVehicles>['meta']['facets']

/**
 * Narrows the vehicles to those near a city, which is what most people ask first. It offers the cities that have
 * vehicles, and then all others, since a vehicle comes from a city nearby.
 */
export function VehicleCityFilter({ facets }: { facets: Facets | undefined }) {
  const [params, go] = useUrlSearch()
  const all = useCityOptions()
  const known = facets?.cities ?? []
  const others = all.filter(({ value }) => !known.some(({ code }) => code === value))
  return (
    <PlaceChoiceField
      label="In or near"
      name="city"
      value={params.get('city') ?? ''}
      any="Any city"
      onChange={(city) => go(withParameter(params, 'city', city))}
      options={[
        ...known.map(({ code, name, vehicles }) => ({
          value: code,
          label: name,
          under: formatCount(vehicles, 'vehicle'),
        })),
        ...others,
      ]}
    />
  )
}

/** The other filters for vehicles. Each choice is written to the URL immediately, so that the search can be shared. */
export function VehicleFilters({ facets }: { facets: Facets }) {
  const [params, go] = useUrlSearch()
  const set = (name: string) => (value: string) => go(withParameter(params, name, value))
  const counted = (all: Facets['cities']) =>
    all.map(({ code, name, vehicles }) => ({ value: code, label: `${name} (${vehicles})` }))
  return (
    <div className={styles.filters}>
      <FieldRow>
        <DayField
          label="First day"
          canBeEmpty
          max={addDays(today(), charterDaysAhead)}
          value={parseDayParameter(params, 'date')}
          onChange={set('date')}
        />
        <TextField
          label="Days"
          inputMode="numeric"
          value={params.get('days') ?? ''}
          placeholder="1"
          onChange={(days) => set('days')(atMost(days, 14))}
        />
      </FieldRow>
      <TextField
        label="Travellers"
        inputMode="numeric"
        value={params.get('seats') ?? ''}
        onChange={(seats) => set('seats')(atMost(seats, maxCharterTravellers))}
      />
      <SelectField
        label="Vehicle"
        value={params.get('size') ?? ''}
        empty="Any size"
        onChange={set('size')}
        options={vehicleSizes.map((value) => ({ value, label: vehicleSizeLabels[value] }))}
      />
      <SelectField
        label="Highest price per day"
        value={params.get('max_day_kobo') ?? ''}
        empty="Any price"
        onChange={set('max_day_kobo')}
        options={prices(facets.day_kobo, params.get('max_day_kobo'))}
      />
      <FieldGroup label="The vehicle has">
        {facets.amenities.map(({ code, name, vehicles }) => (
          <CheckField
            key={code}
            name="amenities"
            label={`${name} (${vehicles})`}
            checked={listChosenValues(params, 'amenities').includes(code)}
            onChange={() => go(withToggledValue(params, 'amenities', code))}
          />
        ))}
      </FieldGroup>
      <SelectField
        label="Operator"
        value={params.get('operator') ?? ''}
        empty="Any operator"
        onChange={set('operator')}
        options={counted(facets.operators)}
      />
    </div>
  )
}

/** Returns a typed count, reduced to `most` if larger; empty for other text and below 1. */
function atMost(written: string, most: number): string {
  const number = parseCount(written)
  return number >= 1 ? String(Math.min(number, most)) : ''
}

function prices({ least, most }: Facets['day_kobo'], now: string | null) {
  const steps = [0.25, 0.5, 0.75].map(
    (share) => Math.ceil((least + (most - least) * share) / 500_000) * 500_000,
  )
  const all = new Set([...steps.map(String), ...(now === null ? [] : [now])])
  return [...all]
    .toSorted((a, b) => Number(a) - Number(b))
    .map((value) => ({ value, label: `Up to ${formatNaira(Number(value))}` }))
}
