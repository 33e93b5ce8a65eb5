import { Field, type FieldProps } from './fields.tsx'

/**
 * A field whose value is chosen on a sheet, such as a day in the calendar. `value` is what a person reads; `name` and
 * `sent` are what a form contains.
 */
export function PickerField({
  name,
  sent,
  value,
  onOpen,
  ...field
}: FieldProps & {
  name: string
  sent: string
  value: string
  onOpen: () => void
}) {
  return (
    <Field {...field}>
      {(ties) => (
        <>
          <input
            {...ties}
            type="text"
            aria-haspopup="dialog"
            readOnly
            inputMode="none"
            value={value}
            onClick={onOpen}
            onKeyDown={(event) => {
              if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return
              event.preventDefault()
              onOpen()
            }}
          />
          <input type="hidden" name={name} value={sent} />
        </>
      )}
    </Field>
  )
}
