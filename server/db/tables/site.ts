// Written by npm run tables from the migrations.
import type { Generated, Timestamp } from '#server/db/column-types'

/** articles of the blog */
export interface Article {
  code: string
  title: string
  summary: string
  topic: string
  paragraphs: string[]
  minutes: number
  published_at: Generated<Timestamp>
}
