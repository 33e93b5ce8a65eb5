import { listAnnouncements, listBanners } from '#contract/notifications/endpoints'
import {
  getPushKey,
  renewPush,
  subscribePush,
  unsubscribePush,
} from '#contract/notifications/push-endpoints'
import { serve } from '#server/http/serve'
import * as news from './news.ts'
import * as push from './push.ts'

export const notificationRoutes = [
  serve(listBanners, news.listBanners),
  serve(listAnnouncements, news.listAnnouncements),
  serve(getPushKey, push.getPushKey),
  serve(subscribePush, push.subscribePush),
  serve(renewPush, push.renewPush),
  serve(unsubscribePush, push.unsubscribePush),
]
