export { BannerStrip } from './banner-strip.tsx'
export { NewestAnnouncements } from './newest-announcements.tsx'
export { PushPrompt, PushSwitch } from './late-push.tsx'
export type { PushState } from './push-phone.ts'
