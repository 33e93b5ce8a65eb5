import * as endpoints from '#contract/notifications/endpoints'
import { bindEndpoint } from '#server/http/serve'
import { listAnnouncements, listBanners } from './announcements.ts'
import { getPushKey, renewPush, unsubscribePush } from './push/index.ts'

export const notificationRoutes = [
  bindEndpoint(endpoints.listBanners, listBanners),
  bindEndpoint(endpoints.listAnnouncements, listAnnouncements),
  bindEndpoint(endpoints.getPushKey, getPushKey),
  bindEndpoint(endpoints.renewPush, renewPush),
  bindEndpoint(endpoints.unsubscribePush, unsubscribePush),
]
