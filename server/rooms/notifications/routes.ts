import * as endpoints from '#contract/notifications/endpoints'
import * as pushEndpoints from '#contract/notifications/push-endpoints'
import { serve } from '#server/http/serve'
import { listAnnouncements, listBanners } from './announcements.ts'
import { getPushKey, renewPush, unsubscribePush } from './push/index.ts'

export const notificationRoutes = [
  serve(endpoints.listBanners, listBanners),
  serve(endpoints.listAnnouncements, listAnnouncements),
  serve(pushEndpoints.getPushKey, getPushKey),
  serve(pushEndpoints.renewPush, renewPush),
  serve(pushEndpoints.unsubscribePush, unsubscribePush),
]
