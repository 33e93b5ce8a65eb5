export { BannerStrip } from './banner-strip.tsx'
export { NewestAnnouncements } from './newest-announcements.tsx'
export { PushAsk, PushSwitch } from './parts.tsx'
export type { PushState } from './push-phone.ts'
