import { minPasswordLength } from '#contract/accounts/rules'
import { PasswordField } from '#ui/password-field'
import type { ComponentProps } from 'react'
import styles from './accounts.module.css'
import { type PasswordStrength, ratePassword } from './login-form.ts'

const strengthLabels: Record<PasswordStrength, string> = {
  short: 'Too short.',
  weak: 'Easy to guess. Make it longer, or put a few words together.',
  fair: 'Good.',
  strong: 'Strong.',
}

type Props = Omit<ComponentProps<typeof PasswordField>, 'autoComplete' | 'hint'> & {
  /** Text that is easy to guess for this person, such as their name. */
  ownWords?: readonly string[]
}

/** A field for a new password. It shows the rule, and rates the password while the person types. */
export function NewPasswordField({ ownWords, ...props }: Props) {
  const strength = ratePassword(props.value, ownWords)
  return (
    <div>
      <PasswordField
        {...props}
        autoComplete="new-password"
        hint={`At least ${minPasswordLength} characters. Three or four words in a row are easy to remember.`}
      />
      <p className={styles.strength} role="status" data-strength={strength}>
        {props.value === '' ? '' : strengthLabels[strength]}
      </p>
    </div>
  )
}
