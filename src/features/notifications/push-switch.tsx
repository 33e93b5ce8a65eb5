import { CheckField } from '#ui/choices'
import { Notice } from '#ui/notice'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { describePushError, getPushLabels } from './push-prompt.tsx'
import {
  type PushState,
  subscribeThisPhone,
  unsubscribeThisPhone,
  usePushState,
} from './push-phone.ts'

/**
 * A switch for notifications on this phone about the user's trips and parcels. Another screen can pass `children` to
 * render its own control: it receives the state, whether a change is in progress, and a function that switches them on.
 */
export function PushSwitch({
  children,
}: {
  children?: (state: PushState, isBusy: boolean, allow: () => void) => ReactNode
}) {
  const state = usePushState()
  const turning = useMutation({
    mutationFn: (on: boolean) => (on ? subscribeThisPhone() : unsubscribeThisPhone()),
  })
  if (state === undefined) return null
  return (
    <>
      {children !== undefined ? (
        children(state, turning.isPending, () => turning.mutate(true))
      ) : state === 'unable' || state === 'refused' ? (
        <p>{getPushLabels('any')[state]}</p>
      ) : (
        <CheckField
          label="News about my trips and parcels on this phone"
          hint="At once, even when the app is closed"
          checked={turning.isPending ? turning.variables : state === 'told'}
          onChange={(on) => turning.mutate(on)}
        />
      )}
      {turning.error !== null && (
        <Notice tone="warning" live="assertive">
          {describePushError(turning.error)}
        </Notice>
      )}
    </>
  )
}
