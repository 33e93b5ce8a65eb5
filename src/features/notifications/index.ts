export { BannerStrip } from './banner-strip.tsx'
export { NewestAnnouncements } from './newest-announcements.tsx'
export { PushAsk } from './push-ask.tsx'
export { PushSwitch } from './parts.ts'
