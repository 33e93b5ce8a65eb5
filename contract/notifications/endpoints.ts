import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { Announcement, Banner } from './model.ts'
import { PageMeta, page, perPage } from '#contract/shapes'

export const listBanners = endpoint({
  name: 'listBanners',
  summary: 'Banners of the strip above the navigation, in order',
  method: 'GET',
  path: '/v1/{p}/banners',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.array(Banner),
  refusals: [],
  cache: 'lookup',
})

export const listAnnouncements = endpoint({
  name: 'listAnnouncements',
  summary: 'News for travellers, newest first',
  method: 'GET',
  path: '/v1/{p}/announcements',
  access: 'anyone',
  input: z.strictObject({ per_page: perPage(10), page }),
  output: z.array(Announcement),
  meta: PageMeta,
  refusals: [],
  cache: 'lookup',
})
