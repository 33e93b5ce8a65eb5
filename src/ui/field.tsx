import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react'
import styles from './fields.module.css'

/** What every field says around its control. */
export interface Asked {
  label: ReactNode
  /** What to write, shown under the label before anything is wrong. */
  hint?: ReactNode
  /** What is wrong and what to write instead. */
  error?: string | undefined
  /** Says "optional" beside the label. Everything else must be filled in. */
  optional?: boolean
}

/** A control's own attributes, with a value of text and one way to change it. */
export type Own<Attributes> = Asked &
  Omit<Attributes, 'onChange' | 'className' | 'id'> & {
    value: string
    onChange: (value: string) => void
  }

/** Label, hint and error around a control, tied together for screen readers. */
export function Field({
  label,
  hint,
  error,
  optional = false,
  children,
}: Asked & {
  children: (tied: {
    id: string
    className: string
    'aria-invalid': boolean
    'aria-describedby': string | undefined
  }) => ReactNode
}) {
  const id = useId()
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label} {optional && <span className={styles.optional}>(optional)</span>}
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {children({
        id,
        className: styles.box ?? '',
        'aria-invalid': error !== undefined,
        'aria-describedby': described === '' ? undefined : described,
      })}
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/** One line of text. */
export function TextField({
  label,
  hint,
  error,
  optional,
  onChange,
  ...rest
}: Own<InputHTMLAttributes<HTMLInputElement>>) {
  return (
    <Field {...{ label, hint, error }} optional={optional ?? false}>
      {(tied) => (
        <input type="text" {...rest} {...tied} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  )
}

/** A calendar day `YYYY-MM-DD` from the phone's own calendar. */
export function DateField(props: Own<InputHTMLAttributes<HTMLInputElement>>) {
  return <TextField {...props} type="date" />
}

export interface Option {
  value: string
  label: string
}

/** One of many, with the phone's own picker. `empty` stands for "not chosen yet". */
export function SelectField({
  label,
  hint,
  error,
  optional,
  onChange,
  options,
  empty,
  ...rest
}: Own<SelectHTMLAttributes<HTMLSelectElement>> & { options: readonly Option[]; empty?: string }) {
  return (
    <Field {...{ label, hint, error }} optional={optional ?? false}>
      {(tied) => (
        <select {...rest} {...tied} onChange={(event) => onChange(event.target.value)}>
          {empty !== undefined && <option value="">{empty}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
