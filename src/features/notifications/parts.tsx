import { part } from '#lib/part'
import { type ComponentProps, Suspense } from 'react'

/*
 * They come by themselves: this room's door is opened on the first page, which does without Mantine and
 * without the question about news.
 */
export const PushSwitch = part(async () => (await import('./push-switch.tsx')).PushSwitch)

const Ask = part(async () => (await import('./push-ask.tsx')).PushAsk)

/** Asks once whether this phone wants to be told of what changes about a booking or a parcel. */
export function PushAsk(props: ComponentProps<typeof Ask>) {
  return (
    <Suspense>
      <Ask {...props} />
    </Suspense>
  )
}
