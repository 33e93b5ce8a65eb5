import { formatDayShort } from '#lib/format'
import { useHydrated } from '#lib/use-hydrated'
import { DateField } from '#ui/fields'
import { PickerField } from '#ui/picker-field'

/** The day of the trip and, for a return trip, the day back. `isPlain`: with the browser's own calendar. */
export function DaysField({
  date,
  back,
  error,
  days,
  isPlain,
  onOpen,
  onChange,
}: {
  date: string
  back: string
  error: string | undefined
  days: { min?: string; max?: string }
  isPlain: boolean
  onOpen: () => void
  onChange: (date: string) => void
}) {
  const hydrated = useHydrated()
  const field = { label: 'Day', name: 'date', error }
  if (!hydrated || isPlain)
    return <DateField {...field} {...days} required value={date} onChange={onChange} />
  return (
    <PickerField
      {...field}
      sent={date}
      value={
        back === '' ? formatDayShort(date) : `${withoutWeekday(date)} – ${withoutWeekday(back)}`
      }
      onOpen={onOpen}
    />
  )
}

/** Formats a day as `5 Dec`, so that both days of a return trip fit into the field on a small phone. */
const withoutWeekday = (day: string) => formatDayShort(day, false).replace(/^\w+ /, '')
