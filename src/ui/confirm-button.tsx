import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'

const focus = (button: HTMLButtonElement | null) => button?.focus()

/**
 * A button for an action that cannot be undone: the first tap asks, only the second one acts. While it asks, there are
 * two buttons, so it belongs in a `ButtonRow`. “Keep” has the focus and the place of the tapped button: tapping or
 * pressing the same key twice changes nothing.
 */
export function ConfirmButton({
  name,
  yes,
  busy,
  onConfirm,
  children,
}: {
  /** The accessible name, if the label does not say what the action is about. */
  name?: string
  /** The label of the button that acts, such as “Yes, remove Ada”. */
  yes: string
  busy: boolean
  onConfirm: () => void
  children: ReactNode
}) {
  const [state, setState] = useState<'new' | 'asking' | 'kept'>('new')
  if (state === 'asking')
    return (
      <>
        <Button ref={focus} aria-disabled={busy} onClick={() => !busy && setState('kept')}>
          Keep
        </Button>
        <Button kind="danger" busy={busy} onClick={() => onConfirm()}>
          {yes}
        </Button>
      </>
    )
  return (
    <Button
      kind="quiet-danger"
      busy={busy}
      ref={state === 'kept' ? focus : null}
      aria-label={name}
      onClick={() => setState('asking')}
    >
      {children}
    </Button>
  )
}
