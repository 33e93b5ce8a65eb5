import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { instant, page, PageMeta, perPage } from './shapes.ts'

/** Milliseconds: how long a banner stands, and how long the list of them is fresh (spec.md section 9). */
export const bannerTurnMs = 5000
export const bannerFreshMs = 300_000

/** `url` begins with `/` or `https://`; null: words alone. */
export const Banner = z.object({
  id: z.int(),
  content: z.string(),
  url: z.nullable(z.string()),
  url_text: z.nullable(z.string()),
})
export type Banner = z.output<typeof Banner>

export const listBanners = endpoint({
  name: 'listBanners',
  summary: 'What the strip above the navigation says, in its order',
  method: 'GET',
  path: '/v1/{p}/banners',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.array(Banner),
  refusals: [],
  cache: 'lookup',
})

export const Announcement = z.object({
  id: z.int(),
  title: z.string(),
  body: z.string(),
  published_at: instant,
})
export type Announcement = z.output<typeof Announcement>

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
