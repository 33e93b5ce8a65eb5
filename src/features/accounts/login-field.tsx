import { TextField } from '#ui/fields'

/** A field for an email address or a phone number. */
export function LoginField({
  value,
  onChange,
  error,
}: {
  value: string
  onChange: (value: string) => void
  error: string | undefined
}) {
  return (
    <TextField
      label="Email or phone"
      hint="ada@example.com or 0803 123 4567"
      name="login"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}
