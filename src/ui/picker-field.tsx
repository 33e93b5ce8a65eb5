import { Field, type FieldProps } from './fields.tsx'

interface PickerFieldProps extends FieldProps {
  name: string | undefined
  /** The value that the form sends. */
  sent: string
  /** The text that a person reads; empty if nothing is chosen, so that `placeholder` is displayed. */
  value: string
  placeholder?: string | undefined
  disabled?: boolean | undefined
  /** Whether one entry of a list is chosen. The field then looks like a list. */
  isList?: boolean
  /** Called at the first touch, to load what `onOpen` needs. */
  onTouch?: () => void
  onOpen: () => void
}

/** A field whose value is chosen on a sheet, such as a day in the calendar. */
export function PickerField({
  name,
  sent,
  value,
  placeholder,
  disabled,
  isList = false,
  onTouch,
  onOpen,
  ...field
}: PickerFieldProps) {
  return (
    <Field {...field}>
      {(ties) => (
        <>
          <input
            {...ties}
            type="text"
            aria-haspopup="dialog"
            data-list={isList || undefined}
            readOnly
            inputMode="none"
            value={value}
            placeholder={placeholder}
            disabled={disabled}
            onPointerDown={onTouch}
            onFocus={onTouch}
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
