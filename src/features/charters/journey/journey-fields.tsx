import { charterDaysAhead, maxCharterDays } from '#contract/charters/rules'
import { charterLabels, FieldRow } from '#features/charters'
import { PlaceChoiceField, useCityOptions } from '#features/lookups'
import { addDays, today } from '#lib/format'
import { Button } from '#ui/button'
import { ChoiceField } from '#ui/choices'
import { DayField } from '#ui/sheets/day-field'
import { TextField } from '#ui/fields'
import styles from './journey.module.css'
import { type JourneyDraft, maxStops } from './journey.ts'

interface JourneyFieldsProps {
  journey: JourneyDraft
  errors: Record<string, string>
  write: (part: Partial<JourneyDraft>) => void
}

/**
 * Fields for the kind of journey (one way, round trip or days), the cities and the dates. `addresses` adds the address
 * in each city.
 */
export function JourneyFields({
  addresses = false,
  ...part
}: JourneyFieldsProps & { addresses?: boolean }) {
  const { journey, write } = part
  return (
    <>
      <ChoiceField
        label="What kind of trip?"
        name="kind"
        value={journey.kind}
        onChange={(kind) => write({ kind: kind as JourneyDraft['kind'] })}
        options={(['round_trip', 'one_way', 'days'] as const).map((value) => ({
          value,
          label: charterLabels.kind[value],
        }))}
      />
      <Stops {...part} addresses={addresses} />
      <Days {...part} />
    </>
  )
}

function Stops({ journey, errors, write, addresses }: JourneyFieldsProps & { addresses: boolean }) {
  const { kind, stops } = journey
  const cities = useCityOptions()
  const set = (at: number, next: Partial<JourneyDraft['stops'][number]>) =>
    write({ stops: stops.map((stop, index) => (index === at ? { ...stop, ...next } : stop)) })
  const labelOf = (at: number) => {
    if (at === 0) return 'Starts in'
    return at === stops.length - 1 ? 'Goes to' : `Stop ${at}`
  }
  return (
    <>
      {stops.map((stop, at) => (
        <div key={labelOf(at)} className={styles.stop}>
          <PlaceChoiceField
            label={labelOf(at)}
            name={`stops.${at}.city`}
            optional={kind === 'days' && at > 0}
            value={stop.city}
            empty="Choose a city"
            error={errors[`stops.${at}.city`]}
            onChange={(city) => set(at, { city })}
            options={cities}
          />
          {addresses && (
            <TextField
              label={at === 0 ? 'Where to pick you up' : 'Where exactly'}
              hint={at === 0 ? 'Street, area and what the driver looks for' : undefined}
              name={`stops.${at}.address`}
              optional
              value={stop.address}
              error={errors[`stops.${at}.address`]}
              onChange={(address) => set(at, { address })}
            />
          )}
          {at > 0 && at < stops.length - 1 && (
            <Button
              kind="quiet"
              onClick={() => write({ stops: stops.filter((_, index) => index !== at) })}
            >
              Remove stop {at}
            </Button>
          )}
        </div>
      ))}
      {stops.length < maxStops && (
        <div>
          <Button onClick={() => write({ stops: withStop(stops) })}>Add a stop on the way</Button>
        </div>
      )}
    </>
  )
}

const withStop = (stops: JourneyDraft['stops']) => stops.toSpliced(-1, 0, { city: '', address: '' })

function Days({ journey, errors, write }: JourneyFieldsProps) {
  const { kind, from, until } = journey
  const latest = addDays(today(), charterDaysAhead)
  return (
    <FieldRow>
      <DayField
        label={kind === 'one_way' ? 'Day' : 'First day'}
        name="from"
        max={latest}
        value={from}
        error={errors['from']}
        onChange={(day) => write({ from: day, ...(until < day && { until: day }) })}
      />
      {kind !== 'one_way' && (
        <DayField
          label="Last day"
          name="until"
          min={from === '' ? today() : from}
          max={from === '' ? latest : addDays(from, maxCharterDays - 1)}
          value={until}
          error={errors['until']}
          onChange={(day) => write({ until: day })}
        />
      )}
    </FieldRow>
  )
}
