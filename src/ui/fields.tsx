import { type Asked, type Option, type Own, TextField } from '#ui/field'
import { type InputHTMLAttributes, useId } from 'react'
import styles from './fields.module.css'

export { type Option, SelectField, TextField } from '#ui/field'

/** A phone number as people write it; `readPhone` of `#contract/phone` reads it when the form is sent. */
export function PhoneField(props: Own<InputHTMLAttributes<HTMLInputElement>>) {
  return (
    <TextField
      hint="Like 0803 123 4567"
      {...props}
      type="tel"
      inputMode="tel"
      autoComplete={props.autoComplete ?? 'tel'}
    />
  )
}

/** One of a few, all of them visible. The chosen one is yellow. */
export function ChoiceField({
  label,
  hint,
  error,
  name,
  value,
  onChange,
  options,
}: Asked & {
  name: string
  value: string
  onChange: (value: string) => void
  options: readonly (Option & { disabled?: boolean })[]
}) {
  const id = useId()
  return (
    <fieldset
      className={styles.field}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend className={styles.label}>{label}</legend>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      <div className={styles.choices}>
        {options.map((option) => (
          <label key={option.value} className={styles.choice}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** Yes or no. */
export function CheckField({
  label,
  hint,
  error,
  checked,
  onChange,
  name,
}: Omit<Asked, 'optional'> & {
  checked: boolean
  onChange: (checked: boolean) => void
  name?: string
}) {
  const id = useId()
  return (
    <>
      <label className={styles.check}>
        <input
          type="checkbox"
          name={name}
          checked={checked}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : id}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{label}</span>
        {hint !== undefined && <small>{hint}</small>}
      </label>
      {error !== undefined && (
        <p id={id} className={styles.error}>
          {error}
        </p>
      )}
    </>
  )
}
