import { codeDigits } from '#contract/accounts/rules'
import { PinInput } from '@mantine/core'
import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PinInput.layer.css'
import { FieldGroup } from './choices.tsx'
import { MantinePiece } from './mantine.tsx'
import styles from './code-field.module.css'
import fields from './fields.module.css'

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
      <MantinePiece>
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
          classNames={{
            root: styles.digits ?? '',
            pinInput: styles.digit ?? '',
            input: fields.box ?? '',
          }}
          getInputProps={(at) => ({
            'aria-label': at === 0 ? 'Code' : `Digit ${at + 1} of ${codeDigits}`,
          })}
        />
      </MantinePiece>
    </FieldGroup>
  )
}
