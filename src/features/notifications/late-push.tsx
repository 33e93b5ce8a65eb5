import { lazyPart } from '#lib/lazy'
import { type ComponentProps, Suspense } from 'react'

/*
 * Loaded separately, because the door of this room is part of the first page, which needs neither Mantine nor the
 * question about push notifications.
 */
export const PushSwitch = lazyPart(async () => (await import('./push-switch.tsx')).PushSwitch)

const LazyPushPrompt = lazyPart(async () => (await import('./push-prompt.tsx')).PushPrompt)

/** Asks whether this phone should be notified of changes of a booking or parcel, until the person declines. */
export function PushPrompt(props: ComponentProps<typeof LazyPushPrompt>) {
  return (
    <Suspense>
      <LazyPushPrompt {...props} />
    </Suspense>
  )
}
