import * as endpoints from '#contract/notifications/endpoints'
import { serve } from '#server/http/serve'
import { listAnnouncements, listBanners } from './announcements.ts'
import { getPushKey, renewPush, unsubscribePush } from './push/index.ts'

export const notificationRoutes = [
  serve(endpoints.listBanners, listBanners),
  serve(endpoints.listAnnouncements, listAnnouncements),
  serve(endpoints.getPushKey, getPushKey),
  serve(endpoints.renewPush, renewPush),
  serve(endpoints.unsubscribePush, unsubscribePush),
]
