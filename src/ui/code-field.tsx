import { codeDigits } from '#contract/accounts/model'
import { TextField } from '#ui/fields'

/** The digits from a message. Phones offer them above the keyboard. */
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
    <TextField
      label="Code"
      hint={`${codeDigits} digits, in the message we sent`}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      value={value}
      onChange={(text) => onChange(text.replaceAll(/\D/g, '').slice(0, codeDigits))}
      onBlur={onBlur}
      error={error}
    />
  )
}
