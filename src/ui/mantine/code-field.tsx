import { formatCount } from '#contract/quantities'
import { PinInput } from '@mantine/core'
import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PinInput.layer.css'
import { FieldGroup } from '#ui/choices'
import { fieldBoxClass } from '#ui/fields'
import { MantineWrapper } from './mantine-wrapper.tsx'
import styles from './code-field.module.css'

/** A field for a code of `length` digits from a message. Phones suggest the code above the keyboard. */
export function CodeField({
  length,
  value,
  onChange,
  onBlur,
  error,
}: {
  length: number
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  error: string | undefined
}) {
  return (
    <FieldGroup
      label="Code"
      hint={`${formatCount(length, 'digit')}, in the message we sent`}
      error={error}
    >
      <MantineWrapper>
        <PinInput
          oneTimeCode
          name="code"
          type="number"
          inputMode="numeric"
          length={length}
          placeholder=""
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          error={error !== undefined}
          classNames={{
            root: styles.digits ?? '',
            pinInput: styles.digit ?? '',
            input: fieldBoxClass,
          }}
          getInputProps={(at) => ({
            'aria-label': at === 0 ? 'Code' : `Digit ${at + 1} of ${length}`,
          })}
        />
      </MantineWrapper>
    </FieldGroup>
  )
}
