import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import styles from './fields.module.css'

interface Asked {
  label: ReactNode
  /** What to write, shown under the label before anything is wrong. */
  hint?: ReactNode
  /** What is wrong and what to write instead. */
  error?: string | undefined
  /** Says "optional" beside the label. Everything else must be filled in. */
  optional?: boolean
}

type Own<Attributes> = Asked &
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

/** A phone number as people write it; `#lib/phone` reads it when the form is sent. */
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

/** A calendar day `YYYY-MM-DD` from the phone's own calendar. */
export function DateField(props: Own<InputHTMLAttributes<HTMLInputElement>>) {
  return <TextField {...props} type="date" />
}

/** Several lines of text. */
export function LongTextField({
  label,
  hint,
  error,
  optional,
  onChange,
  ...rest
}: Own<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  return (
    <Field {...{ label, hint, error }} optional={optional ?? false}>
      {(tied) => (
        <textarea {...rest} {...tied} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  )
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
  checked,
  onChange,
  name,
}: Pick<Asked, 'label' | 'hint'> & {
  checked: boolean
  onChange: (checked: boolean) => void
  name?: string
}) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        name={name}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
      {hint !== undefined && <small>{hint}</small>}
    </label>
  )
}
