import type { OperatorDeparture } from '#contract/boarding/model'
import { maxListedDepartures } from '#contract/boarding/rules'
import { SelectField } from '#ui/fields'
import { useQuery } from '@tanstack/react-query'
import { departureParksQuery } from './queries.ts'

interface Props {
  day: string
  /** The code of a motor park; empty for all. */
  value: string
  onChange: (park: string) => void
}

/** Chooses the motor park whose departures of a day are listed. */
export function DepartureParkField({ day, value, onChange }: Props) {
  const { data: parks = [] } = useQuery(departureParksQuery(day))
  const isKnown = value === '' || parks.some(({ code }) => code === value)
  return (
    <SelectField
      label="Motor park"
      value={value}
      options={[
        { value: '', label: 'All motor parks' },
        ...parks.map(({ code, name }) => ({ value: code, label: name })),
        ...(isKnown ? [] : [{ value, label: 'This park' }]),
      ]}
      onChange={onChange}
    />
  )
}

/** As `DepartureParkField`, but visible only if a park is chosen or the day has more departures than are listed. */
export const OptionalDepartureParkField = ({
  departures,
  ...field
}: Props & { departures: readonly OperatorDeparture[] }) =>
  (field.value !== '' || departures.length >= maxListedDepartures) && (
    <DepartureParkField {...field} />
  )
