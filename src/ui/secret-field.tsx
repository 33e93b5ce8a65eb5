import { PasswordInput } from '@mantine/core'
import type { Asked } from '#ui/control-props'
import { askedOf, fieldLook } from '#ui/mantine-look'
import styles from './fields.module.css'
import own from './mantine-controls.module.css'

const eye = ({ reveal }: { reveal: boolean }) => (reveal ? 'Hide' : 'Show')

/** A password field with a button to show it. */
export function SecretField({
  label,
  hint,
  error,
  autoComplete,
  value,
  onChange,
}: Omit<Asked, 'label' | 'optional'> & {
  label: string
  autoComplete: 'current-password' | 'new-password'
  value: string
  onChange: (value: string) => void
}) {
  return (
    <PasswordInput
      {...fieldLook}
      {...askedOf({ label, hint, error, optional: false })}
      name={autoComplete}
      autoComplete={autoComplete}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      aria-invalid={error !== undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      visibilityToggleIcon={eye}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': `Show ${label.toLowerCase()}` }}
      classNames={{
        ...fieldLook.classNames,
        input: own.frame ?? '',
        innerInput: `${styles.box} ${own.secret}`,
        section: own.beside ?? '',
        visibilityToggle: own.look ?? '',
      }}
    />
  )
}

/** The user name, for the browser's password manager. */
export function HiddenLogin({ value }: { value: string }) {
  return <input hidden readOnly name="username" autoComplete="username" value={value} />
}
