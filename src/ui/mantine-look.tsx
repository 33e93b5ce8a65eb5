import type { Asked } from '#ui/control-props'
import styles from './fields.module.css'
import own from './mantine-controls.module.css'

/** Styles of Mantine's fields, as of native ones. */
export const fieldLook = {
  classNames: {
    root: styles.field ?? '',
    label: styles.label ?? '',
    description: styles.hint ?? '',
    error: styles.error ?? '',
    wrapper: own.wrapper ?? '',
    input: styles.box ?? '',
  },
} as const

/** Label, hint and error as Mantine's props. */
export const askedOf = ({
  label,
  hint,
  error,
  optional,
}: Omit<Asked, 'optional'> & { optional: boolean | undefined }) => ({
  label:
    optional === true ? (
      <>
        {label} <span className={styles.optional}>(optional)</span>
      </>
    ) : (
      label
    ),
  description: hint,
  error,
})

/**
 * Common to all layers over a screen. No scroll lock, since the policy refuses styles by scripts; a tap outside does
 * not close it.
 */
export const modal = {
  trapFocus: true,
  returnFocus: true,
  withinPortal: true,
  closeOnEscape: true,
  closeOnClickOutside: false,
  keepMounted: false,
  lockScroll: false,
  transitionProps: { duration: 0 },
} as const
