import { type ReactNode, useId } from 'react'
import styles from './choices.module.css'
import fields from './fields.module.css'
import type { FieldProps, SelectOption } from './fields.tsx'

/** A checkbox with its label, hint and error. */
export function CheckField({
  label,
  hint,
  error,
  onChange,
  ...rest
}: Omit<FieldProps, 'optional'> & {
  checked: boolean
  onChange: (checked: boolean) => void
  name?: string
  disabled?: boolean
}) {
  const id = useId()
  const descriptions = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
  return (
    <div className={styles.check}>
      <input
        {...rest}
        id={id}
        type="checkbox"
        className={styles.tick}
        aria-invalid={error !== undefined}
        aria-describedby={descriptions.filter(Boolean).join(' ') || undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div className={styles.words}>
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className={fields.hint}>
            {hint}
          </p>
        )}
        {error !== undefined && (
          <p id={`${id}-error`} className={fields.error}>
            {error}
          </p>
        )}
      </div>
    </div>
  )
}

/**
 * Controls that answer one question together: the question is above them, the error below. `isPart`: they are a part of
 * a form with fields of its own, whose label is a heading.
 */
export function FieldGroup({
  label,
  hint,
  error,
  isPart = false,
  children,
  ...rest
}: Omit<FieldProps, 'optional'> & {
  isPart?: boolean
  /** The name for screen readers, if no label is displayed because a heading says the same. */
  'aria-label'?: string
  role?: 'radiogroup'
  tabIndex?: -1
  'aria-invalid'?: boolean
  children: ReactNode
}) {
  const id = useId()
  return (
    <fieldset
      {...rest}
      className={`${styles.group} ${isPart ? styles.part : ''}`}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      {label !== null && <legend className={isPart ? undefined : fields.label}>{label}</legend>}
      {hint !== undefined && <p className={fields.hint}>{hint}</p>}
      {children}
      {error !== undefined && (
        <p id={`${id}-error`} className={fields.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** Returns the class of the narrowest columns in which the longest option has at most two lines. */
function getColumnClass(options: readonly SelectOption[]): string | undefined {
  const longest = Math.max(...options.map(({ label }) => label.length))
  if (longest <= 7) return styles.narrow
  if (longest <= 9) return styles.medium
  return longest <= 28 ? styles.broad : undefined
}

/** A choice of one of a few options, all visible as chips in columns of one width. The chosen one is yellow. */
export function ChoiceField({
  name,
  value,
  onChange,
  options,
  ...group
}: Omit<FieldProps, 'optional'> & {
  name: string
  value: string
  onChange: (value: string) => void
  options: readonly (SelectOption & { disabled?: boolean })[]
}) {
  return (
    <FieldGroup {...group}>
      <div className={[styles.chips, getColumnClass(options)].filter(Boolean).join(' ')}>
        {options.map((option) => (
          <label key={option.value} className={styles.chip}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled ?? false}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}

/** One of several options in a `FieldGroup`, with space for a picture and more text. The chosen one is yellow. */
export function OptionField({
  name,
  value,
  checked,
  disabled = false,
  onChoose,
  children,
}: {
  name: string
  value: string
  checked: boolean
  disabled?: boolean
  onChoose: () => void
  children: ReactNode
}) {
  return (
    <label className={styles.option}>
      <input
        type="radio"
        className={styles.radio}
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
      />
      <span className={styles.answer}>{children}</span>
    </label>
  )
}
