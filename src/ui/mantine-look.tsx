import type { Asked } from '#ui/control-props'
import styles from './fields.module.css'
import own from './mantine-controls.module.css'

/** How fields of Mantine look: as the browser's own ones do. */
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

/** Label, hint and error as Mantine takes them. */
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
 * What everything that opens over a screen has in common. Nothing behind it is locked by styles that a script
 * writes, since the page's policy would refuse them; and a tap beside it loses nothing.
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
