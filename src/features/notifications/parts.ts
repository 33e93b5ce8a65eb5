import { part } from '#lib/part'

/** Comes by itself: this room's door is opened on the first page, which does without Mantine. */
export const PushSwitch = part(async () => (await import('./push-switch.tsx')).PushSwitch)
