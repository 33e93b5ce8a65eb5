import { shortestPassword } from '#contract/accounts/rules'
import { SecretField } from '#ui/secret-field'
import styles from './accounts.module.css'
import { type Strength, strengthOf } from './login-form.ts'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

/** A password field with a button to show it. */
export function PasswordField({
  label,
  value,
  onChange,
  error,
  hint,
  autoComplete = 'current-password',
}: Props & { hint?: string; autoComplete?: 'current-password' | 'new-password' }) {
  return (
    <SecretField
      label={label}
      hint={hint}
      error={error}
      autoComplete={autoComplete}
      value={value}
      onChange={onChange}
    />
  )
}

const words: Record<Strength, string> = {
  short: 'Too short.',
  weak: 'Easy to guess. Make it longer, or put a few words together.',
  fair: 'Good.',
  strong: 'Strong.',
}

/** A new password: its rule, and how hard it is to guess while it is typed. */
export function NewPasswordField({ ownWords, ...props }: Props & { ownWords?: readonly string[] }) {
  const strength = strengthOf(props.value, ownWords)
  return (
    <div>
      <PasswordField
        {...props}
        autoComplete="new-password"
        hint={`At least ${shortestPassword} characters. Three or four words in a row are easy to remember.`}
      />
      <p className={styles.strength} role="status" data-strength={strength}>
        {props.value === '' ? '' : words[strength]}
      </p>
    </div>
  )
}
