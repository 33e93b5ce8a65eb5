import { UnstyledButton } from './button.tsx'
import { Field, type FieldProps } from './fields.tsx'
import styles from './stepper.module.css'

/** A small number that is changed by one with each tap. `unit` names what is counted, such as `traveller`. */
export function StepperField({
  name,
  unit,
  value,
  min,
  max,
  onChange,
  ...field
}: FieldProps & {
  name: string
  unit: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
}) {
  return (
    <Field {...field}>
      {({ id, className, ...ties }) => (
        <div className={`${className} ${styles.stepper}`}>
          <UnstyledButton
            aria-label={`One ${unit} fewer`}
            disabled={value <= min}
            onClick={() => onChange(value - 1)}
          >
            −
          </UnstyledButton>
          <output id={id} aria-describedby={ties['aria-describedby']}>
            {value}
          </output>
          <UnstyledButton
            aria-label={`One ${unit} more`}
            disabled={value >= max}
            onClick={() => onChange(value + 1)}
          >
            +
          </UnstyledButton>
          <input type="hidden" name={name} value={value} />
        </div>
      )}
    </Field>
  )
}
