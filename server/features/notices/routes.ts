import { listAnnouncements, listBanners } from '#contract/notices'
import { serve } from '#server/http/serve'
import * as news from './news.ts'

export const noticeRoutes = [
  serve(listBanners, news.listBanners),
  serve(listAnnouncements, news.listAnnouncements),
]
