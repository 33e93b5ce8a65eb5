import * as z from 'zod/mini'
import { instant } from '#contract/shapes'

/** An article in the list. `minutes`: reading time. */
export const ArticleSummary = z.object({
  code: z.string(),
  title: z.string(),
  summary: z.string(),
  topic: z.string(),
  minutes: z.int(),
  published_at: instant,
})

export type ArticleSummary = z.output<typeof ArticleSummary>

/** An article. `paragraphs` are plain text: `## ` begins a heading, `- ` a list item. */
export const Article = z.object({ ...ArticleSummary.shape, paragraphs: z.array(z.string()) })

export type Article = z.output<typeof Article>
