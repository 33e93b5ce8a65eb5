import { CheckField } from '#ui/fields'
import { Notice } from '#ui/notice'
import { useMutation } from '@tanstack/react-query'
import { failure, pushWords } from './push-ask.tsx'
import { tellMe, tellNoMore, usePushState } from './push-phone.ts'

/** Whether this phone tells its person about their trips; acts at once, for this phone alone. */
export function PushSwitch() {
  const state = usePushState()
  const turning = useMutation({ mutationFn: (on: boolean) => (on ? tellMe() : tellNoMore()) })
  if (state === undefined) return null
  if (state === 'unable' || state === 'refused') return <p>{pushWords('any')[state]}</p>
  return (
    <>
      <CheckField
        label="News about my trips and parcels on this phone"
        hint="Delays, cancellations and parcel updates, at once, even when the app is closed"
        checked={turning.isPending ? turning.variables : state === 'told'}
        onChange={(on) => turning.mutate(on)}
      />
      {turning.error !== null && (
        <Notice kind="mind" says="now">
          {failure(turning.error)}
        </Notice>
      )}
    </>
  )
}
