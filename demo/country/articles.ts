import { sql } from '#server/db/sql'
import { bookingArticles } from './articles-booking.ts'
import { parkArticles } from './articles-park.ts'
import { travelArticles } from './articles-travel.ts'
import type { DemoContext } from './rows.ts'

const readingSpeed = 200

/** Parses one article: `= code | title | topic`, then the summary, then one paragraph a line. */
function articleOf(text: string) {
  const [heading = '', summary = '', ...paragraphs] = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const [code = '', title = '', topic = ''] = heading.split(' | ')
  const words = paragraphs.join(' ').split(/\s+/).length
  return { code, title, topic, summary, paragraphs, minutes: Math.ceil(words / readingSpeed) }
}

/** Every article of the demo country, the newest first. */
const articles = [bookingArticles, parkArticles, travelArticles].flatMap((texts) =>
  texts.trim().split(/^= /m).slice(1).map(articleOf),
)

/** Inserts the articles of the demo's blog, dated one week apart; the newest is from yesterday. */
export async function writeArticles({ db, today }: DemoContext): Promise<void> {
  const rows = articles.map((article, index) => ({ ...article, days: 1 + index * 7 }))
  await sql`
    insert into article (code, title, summary, topic, paragraphs, minutes, published_at)
    select code, title, summary, topic, paragraphs, minutes,
      (${today}::date - days + time '08:00') at time zone 'Africa/Lagos'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      a (code text, title text, summary text, topic text, paragraphs text[], minutes smallint, days int)`.execute(
    db,
  )
}
