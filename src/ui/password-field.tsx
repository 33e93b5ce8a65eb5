import { useState } from 'react'
import { UnstyledButton } from './button.tsx'
import { Field, type FieldProps } from './fields.tsx'
import styles from './password-field.module.css'

/** A field for a password, which can be made visible before it is sent. */
export function PasswordField({
  label,
  hint,
  error,
  autoComplete = 'current-password',
  name = autoComplete,
  value,
  onChange,
}: Omit<FieldProps, 'label' | 'optional'> & {
  label: string
  autoComplete?: 'current-password' | 'new-password'
  /** The path of the field in the input. The field is checked when it loses the focus. */
  name?: string
  value: string
  onChange: (value: string) => void
}) {
  const [isShown, setShown] = useState(false)
  const word = isShown ? 'Hide' : 'Show'
  return (
    <Field {...{ label, hint, error }}>
      {({ className, ...ties }) => (
        <div className={styles.frame}>
          <input
            {...ties}
            className={`${className} ${styles.password}`}
            type={isShown ? 'text' : 'password'}
            name={name}
            autoComplete={autoComplete}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <UnstyledButton
            className={styles.toggle}
            aria-label={`${word} ${label.toLowerCase()}`}
            // The focus stays in the field, so that the phone's keyboard stays open.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setShown(!isShown)}
          >
            {word}
          </UnstyledButton>
        </div>
      )}
    </Field>
  )
}

/** The user name, for the browser's password manager. */
export function HiddenLogin({ value }: { value: string }) {
  return <input hidden readOnly name="username" autoComplete="username" value={value} />
}
