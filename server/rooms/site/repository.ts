import type { Article, ArticleSummary } from '#contract/site/model'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

type Row<Shape> = Omit<Shape, 'published_at'> & { published_at: Date }

/** Returns one page of published articles, newest first, and how many there are on all pages. */
export async function findPageOfArticles(
  db: Db,
  page: { limit: number; offset: number },
): Promise<{ rows: ArticleSummary[]; total: number }> {
  const { rows } = await sql<Row<ArticleSummary>>`
    select code, title, summary, topic, minutes, published_at from article where published_at <= now()
    order by published_at desc, code limit ${page.limit} offset ${page.offset}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from article where published_at <= now()`.execute(db)
  return {
    rows: rows.map((row) => ({ ...row, published_at: row.published_at.toISOString() })),
    total: counted[0]?.total ?? 0,
  }
}

/** Returns the published article of this code. */
export async function findArticle(db: Db, code: string): Promise<Article | undefined> {
  const { rows } = await sql<Row<Article>>`
    select code, title, summary, topic, minutes, published_at, paragraphs from article
    where code = ${code} and published_at <= now()`.execute(db)
  const [row] = rows
  return row && { ...row, published_at: row.published_at.toISOString() }
}
