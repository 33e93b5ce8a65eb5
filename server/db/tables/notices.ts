// Written by npm run tables from the migrations.
import type { Generated, Timestamp } from '#server/db/column-types'

/** news for travellers */
export interface Announcement {
  id: Generated<number>
  title: string
  body: string
  published_at: Generated<Timestamp>
}

/** what the strip above the navigation says */
export interface Banner {
  id: Generated<number>
  position: number
  content: string
  url: string | null
  url_text: string | null
  shown_from: Generated<Timestamp>
  shown_until: Timestamp | null
}
