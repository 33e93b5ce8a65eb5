import { codeDigits } from '#contract/accounts/rules'
import { PinInput } from '@mantine/core'
import { FieldGroup } from '#ui/fields'
import styles from './fields.module.css'
import own from './mantine-controls.module.css'

/** A field for the digits of a code from a message. Phones offer them above the keyboard. */
export function CodeField({
  value,
  onChange,
  onBlur,
  error,
}: {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  error: string | undefined
}) {
  return (
    <FieldGroup label="Code" hint={`${codeDigits} digits, in the message we sent`} error={error}>
      <PinInput
        oneTimeCode
        name="code"
        type="number"
        inputMode="numeric"
        length={codeDigits}
        placeholder=""
        value={value}
        onChange={onChange}
        onBlur={onBlur}
        error={error !== undefined}
        classNames={{ root: own.digits ?? '', pinInput: own.digit ?? '', input: styles.box ?? '' }}
        getInputProps={(at) => ({
          'aria-label': at === 0 ? 'Code' : `Digit ${at + 1} of ${codeDigits}`,
        })}
      />
    </FieldGroup>
  )
}
