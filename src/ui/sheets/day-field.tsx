import { formatDayOfAnyYear, today } from '#lib/format'
import { loadOnDemand } from '#lib/lazy'
import { useHydrated } from '#lib/use-hydrated'
import { DateField, type FieldProps } from '#ui/fields'
import { PickerField } from '#ui/picker-field'
import { useLoadedSheet, waitUntilSheetIsClosed } from '#ui/use-sheet'

interface DayFieldProps extends FieldProps {
  label: string
  name?: string
  /** `YYYY-MM-DD`, empty if not chosen. */
  value: string
  /** The first day that can be chosen; today by default. */
  min?: string
  max: string
  /** Whether a chosen day can be removed, as in a filter. */
  canBeEmpty?: boolean
  onChange: (day: string) => void
}

const { load, Loaded } = loadOnDemand(
  async () => (await import('./calendar-sheet.tsx')).CalendarSheet,
)

/** A field for one day, chosen in the calendar sheet; with the browser's own calendar if the sheet cannot load. */
export function DayField({
  name,
  value,
  min = today(),
  max,
  onChange,
  canBeEmpty = false,
  ...field
}: DayFieldProps) {
  const sheet = useLoadedSheet<'days'>(load)
  const change = async (day: string) => {
    sheet.close()
    // A change that is written to the URL would replace the history entry of the sheet.
    await waitUntilSheetIsClosed()
    onChange(day)
  }
  const isAny = canBeEmpty || field.optional === true
  if (!useHydrated() || sheet.isMissing)
    return <DateField {...field} {...{ name, value, min, max, onChange }} />
  return (
    <>
      <PickerField
        {...field}
        name={name}
        sent={value}
        value={value === '' ? '' : formatDayOfAnyYear(value)}
        placeholder={isAny ? 'Any day' : 'Choose a day'}
        onTouch={sheet.prepare}
        onOpen={() => sheet.open('days')}
      />
      {sheet.name !== undefined && (
        <Loaded
          title={field.label}
          min={min}
          max={max < min ? min : max}
          chosen={{ date: value, return_date: '' }}
          onChoose={({ date }) => void change(date)}
          onClear={isAny && value !== '' ? () => void change('') : undefined}
          onClose={sheet.close}
        />
      )}
    </>
  )
}
