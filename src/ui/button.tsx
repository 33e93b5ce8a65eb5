import type { ButtonHTMLAttributes, MouseEvent, MouseEventHandler, ReactNode, Ref } from 'react'
import type { To } from 'react-router-dom'
import { runAfterPressedFrame } from '#lib/after-frame'
import { useWaitingSeconds } from '#lib/use-waiting-seconds'
import styles from './button.module.css'
import { Link } from './link.tsx'

interface ButtonLook {
  /**
   * `quiet-danger`: the first step of an action that cannot be undone, at the end of a page. `danger`: the last step of
   * such an action.
   */
  kind?: 'primary' | 'plain' | 'quiet' | 'danger' | 'quiet-danger' | undefined
  /** As wide as its container. */
  wide?: boolean | undefined
  children: ReactNode
}

type ButtonProps = ButtonLook & {
  ref?: Ref<HTMLButtonElement>
  busy?: boolean
  /** Whether `busy` means that it waits for our server. If false, the button shows no text about the network. */
  waitsForNetwork?: boolean
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'color' | 'style'>

const kinds = {
  primary: styles.primary,
  plain: '',
  quiet: styles.quiet,
  danger: styles.danger,
  'quiet-danger': `${styles.quiet} ${styles.danger}`,
}

const classesOf = ({ kind = 'plain', wide = false }: Omit<ButtonLook, 'children'>) =>
  [styles.button, kinds[kind], wide && styles.wide].filter(Boolean).join(' ')

/**
 * A button for an action on this screen. `busy` shows that the action is running and ignores further presses; the
 * button keeps the focus, which a disabled one would lose. If it waits for the network, a text below the button says so
 * after 3 s, and another one after 7 s. A primary button often opens a screen, so it shows the press before it works.
 */
export function Button({
  kind,
  wide,
  busy = false,
  waitsForNetwork = true,
  type,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const seconds = useWaitingSeconds(busy && waitsForNetwork)
  return (
    <>
      <button
        type={type === 'submit' ? 'submit' : 'button'}
        className={classesOf({ kind, wide })}
        aria-busy={busy}
        aria-disabled={busy || undefined}
        onClick={(event) => {
          if (busy) event.preventDefault()
          else if (kind === 'primary') answerFirst(event, onClick)
          else onClick?.(event)
        }}
        {...rest}
      >
        {children}
        {busy && <span className={styles.dots} aria-hidden="true" />}
      </button>
      {seconds > 0 && (
        <span className={styles.slow} role="status">
          {seconds < 7 ? 'Slow network…' : 'Still no answer. You can wait: nothing is done twice.'}
        </span>
      )}
    </>
  )
}

/** Does the work of a button after the frame that shows it as pressed: `onClick`, and the form of a submit button. */
function answerFirst(
  event: MouseEvent<HTMLButtonElement>,
  onClick: MouseEventHandler<HTMLButtonElement> | undefined,
): void {
  const { currentTarget: button } = event
  const { form, type } = button
  event.preventDefault()
  runAfterPressedFrame(button, () => {
    onClick?.(event)
    if (type === 'submit' && button.isConnected) form?.requestSubmit(button)
  })
}

/** A link to another screen that looks like a button. */
export function ButtonLink({
  to,
  replace,
  children,
  ...look
}: ButtonLook & { to: To; replace?: boolean | undefined }) {
  return (
    <Link to={to} replace={replace ?? false} className={classesOf(look)}>
      {children}
    </Link>
  )
}

/** A link out of the app (telephone, messages, maps, files) that looks like a button. */
export function ButtonAnchor({
  href,
  target,
  children,
  ...look
}: ButtonLook & { href: string; target?: '_blank' }) {
  return (
    <a href={href} target={target} rel={target && 'noreferrer'} className={classesOf(look)}>
      {children}
    </a>
  )
}

type UnstyledButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'style' | 'type'> & {
  ref?: Ref<HTMLButtonElement>
  [data: `data-${string}`]: string | number
}

/** A button that does not look like one: a seat, a row of a list. */
export const UnstyledButton = (props: UnstyledButtonProps) => <button {...props} type="button" />
