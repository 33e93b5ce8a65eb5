import { PlaceChoiceField, useCityOptions } from '#features/lookups'
import { addDays, today } from '#lib/format'
import { DayField } from '#ui/sheets/day-field'
import { SelectField } from '#ui/fields'
import type { TravelRequestDraft } from './form-model.ts'

interface RoadFieldsProps {
  written: TravelRequestDraft
  errors: Record<string, string>
  /** How many days ahead a request may be. */
  ahead: number
  change: (part: Partial<TravelRequestDraft>) => void
}

/** Fields for the start, the end and the possible days. */
export function RouteFields({ written, errors, ahead, change }: RoadFieldsProps) {
  const cities = useCityOptions()
  const days = { min: today(), max: addDays(today(), ahead) }
  return (
    <>
      <PlaceChoiceField
        label="From"
        name="from"
        value={written.from}
        empty="Choose a city"
        error={errors['from']}
        onChange={(from) => change({ from })}
        options={cities}
      />
      <PlaceChoiceField
        label="To"
        name="to"
        value={written.to}
        empty="Choose a city"
        error={errors['to']}
        onChange={(to) => change({ to })}
        options={cities}
      />
      <DayField
        label="Earliest day"
        name="first_day"
        {...days}
        value={written.first_day}
        error={errors['first_day']}
        onChange={(first_day) =>
          change({
            first_day,
            ...(written.last_day < first_day && { last_day: first_day }),
          })
        }
      />
      <DayField
        label="Latest day"
        name="last_day"
        {...days}
        value={written.last_day}
        error={errors['last_day']}
        onChange={(last_day) => change({ last_day })}
      />
    </>
  )
}

const counts = ['1', '2', '3', '4', '5', '6'].map((count) => ({ value: count, label: count }))

/** The field for the number of travellers, 1 to 6. */
export function TravellersField({
  value,
  error,
  onChange,
}: {
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  return (
    <SelectField
      label="Travellers"
      name="travellers"
      value={value}
      error={error}
      onChange={onChange}
      options={counts}
    />
  )
}
