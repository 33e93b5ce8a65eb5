import { bannerFreshness_ms } from '#contract/notifications/rules'
import { listBanners } from '#contract/notifications/endpoints'
import { call } from '#lib/api'
import { retention } from '#lib/queries/retention'
import { isSavingData } from '#lib/online'
import { queryOptions } from '@tanstack/react-query'

/** Query options for the banners. Polled every five minutes while the page is visible, except with data saver on. */
export const listBannersQuery = queryOptions({
  queryKey: ['listBanners'],
  queryFn: ({ signal }) => call(listBanners, {}, { signal, has_data: true }),
  staleTime: bannerFreshness_ms,
  refetchInterval: () => !isSavingData() && bannerFreshness_ms,
  ...retention.week(listBanners.shape),
})
