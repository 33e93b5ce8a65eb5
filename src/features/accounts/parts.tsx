import { describeError } from '#lib/api/error'
import { useOnline } from '#lib/online'
import { TextField } from '#ui/fields'
import { Notice } from '#ui/notice'

/** An error that belongs to no field. `offline`: the text without an answer. */
export function FormError({ error, offline }: { error: Error | null; offline: string }) {
  return (
    error !== null && (
      <Notice kind="harm" says="now">
        {describeError(error, offline)}
      </Notice>
    )
  )
}

/** Shown offline instead of forms that need a network. */
export function NeedsNetwork({ children }: { children: string }) {
  return useOnline() ? null : (
    <Notice kind="mind" says="soon" title={children}>
      What you typed stays on this phone, except passwords. Your tickets still open.
    </Notice>
  )
}

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
      name="username"
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
