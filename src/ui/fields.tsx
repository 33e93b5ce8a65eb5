import { Chip, Fieldset, Input, Radio } from '@mantine/core'
import type { Asked, Option, TextFieldProps } from '#ui/control-props'
import { TextField } from '#ui/field'
import { type ReactNode, useId } from 'react'
import styles from './fields.module.css'
import own from './mantine-controls.module.css'

export type { Option } from '#ui/control-props'
export { AreaField, CheckField, SelectField, TextField } from '#ui/field'

/** A phone number as people write it; `readPhone` of `#contract/phone` parses it when the form is sent. */
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

/** Controls that answer one question: the label above, the error below. */
export function FieldGroup({
  label,
  hint,
  error,
  children,
  ...rest
}: Omit<Asked, 'optional'> & {
  /** Its name if there is no visible label, since a heading says the same. */
  'aria-label'?: string
  role?: 'radiogroup'
  tabIndex?: -1
  'aria-invalid'?: boolean
  children: ReactNode
}) {
  const id = useId()
  return (
    <Fieldset
      {...rest}
      legend={label}
      variant="unstyled"
      classNames={{ root: `${styles.field} ${own.group}`, legend: styles.label ?? '' }}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      {children}
      {error !== undefined && (
        <Input.Error id={`${id}-error`} className={styles.error}>
          {error}
        </Input.Error>
      )}
    </Fieldset>
  )
}

/** One of a few visible options. The chosen one is yellow. */
export function ChoiceField({
  name,
  value,
  onChange,
  options,
  ...asked
}: Omit<Asked, 'optional'> & {
  name: string
  value: string
  onChange: (value: string) => void
  options: readonly (Option & { disabled?: boolean })[]
}) {
  return (
    <FieldGroup {...asked}>
      <Chip.Group value={value} onChange={onChange}>
        <div className={styles.choices}>
          {options.map((option) => (
            <Chip
              key={option.value}
              name={name}
              value={option.value}
              disabled={option.disabled ?? false}
              icon={false}
              classNames={{ root: `${styles.choice} ${own.chip}` }}
            >
              {option.label}
            </Chip>
          ))}
        </div>
      </Chip.Group>
    </FieldGroup>
  )
}

/** One option in a `FieldGroup`, with room for a picture and more text. The chosen one is yellow. */
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
    <Radio
      name={name}
      value={value}
      checked={checked}
      disabled={disabled}
      onChange={onChoose}
      label={children}
      classNames={{
        root: own.option ?? '',
        body: own.row ?? '',
        inner: own.circle ?? '',
        radio: own.radio ?? '',
        icon: own.dot ?? '',
        labelWrapper: own.answer ?? '',
        label: own.press ?? '',
      }}
    />
  )
}
