import { loadOnDemand } from '#lib/lazy'
import { useHydrated } from '#lib/use-hydrated'
import { type FieldProps, SelectField } from '#ui/fields'
import { PickerField } from '#ui/picker-field'
import { useLoadedSheet, waitUntilSheetIsClosed } from '#ui/use-sheet'
import type { ListedPlace } from './city-options.ts'

interface PlaceChoiceFieldProps extends FieldProps {
  label: string
  name?: string
  /** The code of the chosen place, empty if none is. It may be in no list of this phone. */
  value: string
  /** Displayed before a place is chosen. */
  empty?: string
  /** The option for no place in particular, such as `Any city`. */
  any?: string
  /** The kind of places in the list. */
  what?: 'City' | 'State' | 'Airport' | 'Area' | 'Counter'
  options: readonly ListedPlace[]
  disabled?: boolean
  onChange: (code: string) => void
}

const { load, Loaded } = loadOnDemand(
  async () => (await import('./place-choice-sheet.tsx')).PlaceChoiceSheet,
)

/** A field for one place of a list, chosen on the place sheet; with the browser's own list if the sheet cannot load. */
export function PlaceChoiceField({
  name,
  value,
  empty = '',
  any,
  what = 'City',
  options: listed,
  disabled,
  onChange,
  ...field
}: PlaceChoiceFieldProps) {
  const sheet = useLoadedSheet<'places'>(load)
  const hydrated = useHydrated()
  // A prerendered page may have been rendered with other lists than this phone has.
  const known = hydrated ? listed : []
  const isListed = value === '' || known.some((one) => one.value === value)
  const options = isListed ? known : [{ value, label: value }, ...known]
  const change = async (code: string) => {
    sheet.close()
    // A change that is written to the URL would replace the history entry of the sheet.
    await waitUntilSheetIsClosed()
    onChange(code)
  }
  const placeholder = any ?? empty
  if (!hydrated || sheet.isMissing)
    return (
      <SelectField
        {...field}
        {...{ name, value, disabled, onChange }}
        options={options.map(({ under, ...option }) => ({
          ...option,
          label: under === undefined ? option.label : `${option.label}, ${under}`,
        }))}
        {...(placeholder !== '' && { empty: placeholder })}
      />
    )
  return (
    <>
      <PickerField
        {...field}
        name={name}
        isList
        sent={value}
        value={options.find((one) => one.value === value)?.label ?? ''}
        placeholder={placeholder}
        disabled={disabled}
        onTouch={sheet.prepare}
        onOpen={() => sheet.open('places')}
      />
      {sheet.name !== undefined && (
        <Loaded
          title={field.label}
          what={what}
          options={any === undefined ? options : [{ value: '', label: any }, ...options]}
          onPick={(code) => void change(code)}
          onClose={sheet.close}
        />
      )}
    </>
  )
}
