import { describeError } from '#lib/api/error'
import { useStored } from '#lib/device'
import { useOnline } from '#lib/online'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { useMutation } from '@tanstack/react-query'
import styles from './notifications.module.css'
import {
  dismissPushPrompt,
  PushError,
  type PushState,
  subscribeThisPhone,
  usePushState,
} from './push-phone.ts'

const when = {
  booking: 'if this bus is late or cancelled',
  parcel: 'when this parcel moves',
  any: 'if a bus is late or a parcel moves',
}

/** Returns the text for each state except `open`, in which the person is asked. */
export const getPushLabels = (
  of: keyof typeof when,
): Record<Exclude<PushState, 'open'>, string> => ({
  told: `This phone tells you ${when[of]}.`,
  refused: `Notifications are switched off here, so we write by SMS or email ${when[of]}. To change that, open your browser’s settings for this site and allow notifications.`,
  unable: `This browser or private window cannot tell you when the app is closed. We write by SMS or email ${when[of]}.`,
})

/**
 * Asks on paid bookings and parcels whether this phone may be notified, for example of delays, cancellations or where
 * the parcel is. After "Not now", the question is not repeated for this booking or parcel.
 */
export function PushPrompt({
  reference,
  of = 'booking',
}: {
  reference: string
  of?: 'booking' | 'parcel'
}) {
  const words = getPushLabels(of)
  const state = usePushState(reference)
  const notTold = useStored('not_told')
  const online = useOnline()
  const asking = useMutation({ mutationFn: () => subscribeThisPhone(reference) })
  if (state === undefined || (state === 'open' && !online)) return null
  if (state === 'told') return <p className={styles.told}>✓ {words.told}</p>
  if (notTold?.includes(reference) === true) return null
  const not_now = (
    <Button kind="quiet" onClick={() => dismissPushPrompt(reference)}>
      {state === 'open' ? 'Not now' : 'OK'}
    </Button>
  )
  if (state !== 'open') return <Notice actions={not_now}>{words[state]}</Notice>
  return (
    <Notice
      title={`Tell me ${when[of]}`}
      actions={
        <>
          <Button busy={asking.isPending} waitsForNetwork={false} onClick={() => asking.mutate()}>
            Tell me
          </Button>
          {not_now}
        </>
      }
    >
      <p>This phone shows it at once, even when the app is closed. It costs about 1 kB.</p>
      {asking.error !== null && <p role="alert">{describePushError(asking.error)}</p>}
    </Notice>
  )
}

export function describePushError(error: Error): string {
  return error instanceof PushError
    ? 'This phone’s push service is not answering. Try again later.'
    : describeError(error, 'No network. Try again when you are connected.')
}
