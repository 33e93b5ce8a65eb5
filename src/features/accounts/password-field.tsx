import { shortestPassword } from '#contract/accounts/model'
import { Field } from '#ui/field'
import { useState } from 'react'
import styles from './accounts.module.css'
import { type Strength, strengthOf } from './login-form.ts'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

/** A password that can be looked at before it is sent. */
export function PasswordField({
  label,
  value,
  onChange,
  error,
  hint,
  autoComplete = 'current-password',
}: Props & { hint?: string; autoComplete?: 'current-password' | 'new-password' }) {
  const [isShown, setShown] = useState(false)
  return (
    <Field label={label} error={error} {...(hint !== undefined && { hint })}>
      {(tied) => (
        <div className={styles.password}>
          <input
            {...tied}
            type={isShown ? 'text' : 'password'}
            name={autoComplete}
            autoComplete={autoComplete}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <button
            type="button"
            className={styles.look}
            aria-pressed={isShown}
            aria-label={`Show ${label.toLowerCase()}`}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
          </button>
        </div>
      )}
    </Field>
  )
}

const words: Record<Strength, string> = {
  short: 'Too short yet.',
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
        hint={`At least ${shortestPassword} characters. Three or four words together are easy to keep in mind.`}
      />
      <p className={styles.strength} role="status" data-strength={strength}>
        {props.value === '' ? '' : words[strength]}
      </p>
    </div>
  )
}
