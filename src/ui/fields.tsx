import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import styles from './fields.module.css'

/** The class of the box that people type in; Mantine's fields have it as well. */
export const fieldBoxClass = styles.box ?? ''

/** The label and messages that each field displays around its control. */
export interface FieldProps {
  label: ReactNode
  /** Displayed under the label. */
  hint?: ReactNode
  error?: string | undefined
  /** Shows "optional" beside the label. Other fields are required. */
  optional?: boolean | undefined
}

export interface SelectOption {
  value: string
  label: string
}

/** The attributes that connect a control with its label, hint and error. */
export interface ControlProps {
  id: string
  className: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

/** Label, hint and error around one control, connected with it for screen readers. */
export function Field({
  label,
  hint,
  error,
  optional = false,
  children,
}: FieldProps & { children: (ties: ControlProps) => ReactNode }) {
  const id = useId()
  const descriptions = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
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
        'aria-describedby': descriptions.filter(Boolean).join(' ') || undefined,
      })}
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/** The attributes of a control whose value is text. */
type TextControlProps<Attributes> = FieldProps &
  Omit<Attributes, 'onChange' | 'className' | 'color' | 'id' | 'size' | 'style'> & {
    value: string
    onChange: (value: string) => void
  }

type TextFieldProps = TextControlProps<InputHTMLAttributes<HTMLInputElement>>

export function TextField({ label, hint, error, optional, onChange, ...rest }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, optional }}>
      {(ties) => (
        <input type="text" {...rest} {...ties} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  )
}

/** A field for a phone number as people write it; `parsePhone` of `#contract/phone` parses it when the form is sent. */
export function PhoneField(props: TextFieldProps) {
  return (
    <TextField
      hint="For example 0803 123 4567"
      {...props}
      type="tel"
      inputMode="tel"
      autoComplete={props.autoComplete ?? 'tel'}
    />
  )
}

/** A field for a calendar day `YYYY-MM-DD`, with the phone's own calendar. */
export function DateField(props: TextFieldProps) {
  return <TextField {...props} type="date" />
}

/** A field for several lines of text. `wrong` marks it as invalid if another element has the error message. */
export function AreaField({
  label,
  hint,
  error,
  optional,
  wrong = false,
  onChange,
  ...rest
}: TextControlProps<TextareaHTMLAttributes<HTMLTextAreaElement>> & {
  wrong?: boolean
  ref?: Ref<HTMLTextAreaElement>
}) {
  return (
    <Field {...{ label, hint, error, optional }}>
      {(ties) => (
        <textarea
          {...rest}
          {...ties}
          aria-invalid={wrong || ties['aria-invalid']}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

/** A choice of one of many options, with the phone's own picker. `empty` is the option that means "not chosen yet". */
export function SelectField({
  label,
  hint,
  error,
  optional,
  onChange,
  options,
  empty,
  ...rest
}: TextControlProps<Omit<SelectHTMLAttributes<HTMLSelectElement>, 'multiple'>> & {
  options: readonly SelectOption[]
  empty?: string
}) {
  return (
    <Field {...{ label, hint, error, optional }}>
      {(ties) => (
        <select {...rest} {...ties} onChange={(event) => onChange(event.target.value)}>
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
