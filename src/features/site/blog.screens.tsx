import { formatDuration } from '#contract/quantities'
import { product } from '#contract/product'
import type { Article, ArticleSummary } from '#contract/site/model'
import { computeDay, formatDay } from '#lib/format'
import { useHydrated } from '#lib/use-hydrated'
import { QueryResult, MoreButton } from '#ui/query-result'
import { Button, ButtonAnchor, ButtonLink } from '#ui/button'
import { Page } from '#ui/page'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '#ui/link'
import { useLocation, useParams } from 'react-router-dom'
import { ArticlePicture } from './article-picture.tsx'
import { getArticleQuery, listArticlesQuery } from './queries.ts'
import { Paragraphs, useScrollToAnchor } from './reading.tsx'
import styles from './reading.module.css'

const blogPath = '/blog'

/** Every article, newest first. */
export function BlogScreen() {
  const articles = useInfiniteQuery(listArticlesQuery)
  return (
    <Page
      title="Blog"
      under="About the road, the park and the fare. Articles you have read also open without a network."
      narrow
    >
      <QueryResult query={articles}>
        {({ pages }) =>
          (pages[0]?.data.length ?? 0) === 0 ? (
            <p>There are no articles yet.</p>
          ) : (
            <>
              <ul className={styles.articles}>
                {pages
                  .flatMap((page) => page.data)
                  .map((article) => (
                    <li key={article.code}>
                      <Link to={`${blogPath}/${article.code}`}>
                        <ArticlePicture code={article.code} />
                        <h2>{article.title}</h2>
                        <p>{article.summary}</p>
                        <ArticleByline article={article} />
                      </Link>
                    </li>
                  ))}
              </ul>
              <MoreButton query={articles} />
            </>
          )
        }
      </QueryResult>
    </Page>
  )
}

/** One article, with buttons to share it. */
export function ArticleScreen() {
  const { code = '' } = useParams()
  const article = useQuery(getArticleQuery(code))
  return (
    <QueryResult query={article} title="Blog" refused={{ not_found: () => <NoSuchArticle /> }}>
      {(data) => <ArticleView key={data.code} article={data} />}
    </QueryResult>
  )
}

function ArticleView({ article }: { article: Article }) {
  useScrollToAnchor()
  return (
    <Page
      title={article.title}
      back={{ to: blogPath, label: 'Blog' }}
      under={<ArticleByline article={article} />}
      narrow
    >
      <article className={styles.article}>
        <ArticlePicture code={article.code} />
        <p className={styles.lead}>{article.summary}</p>
        <Paragraphs texts={article.paragraphs} />
      </article>
      <Share title={article.title} />
      <ButtonLink to="/" kind="primary">
        Search buses
      </ButtonLink>
    </Page>
  )
}

function ArticleByline({ article }: { article: ArticleSummary }) {
  return (
    <small className={styles.written}>
      {article.topic} · {formatDay(computeDay(article.published_at))} ·{' '}
      {formatDuration(article.minutes)} read
    </small>
  )
}

const canShare = () => typeof navigator.share === 'function'

function Share({ title }: { title: string }) {
  const [copied, setCopied] = useState(false)
  const { pathname } = useLocation()
  // A prerendered page does not know the site's URL or what the phone supports, so ask only after hydration.
  const hydrated = useHydrated()
  const link = (hydrated ? location.origin : '') + pathname
  const text = encodeURIComponent(`${title}\n${link}`)
  async function share() {
    try {
      if (canShare()) await navigator.share({ title, url: link })
      else {
        await navigator.clipboard.writeText(link)
        setCopied(true)
      }
    } catch {
      // The share sheet was closed, or copying is not allowed. There are two more buttons.
    }
  }
  return (
    <section className={styles.share} aria-label="Share this article">
      <Button onClick={() => void share()}>
        {hydrated && canShare() ? 'Share' : 'Copy the link'}
      </Button>
      <ButtonAnchor href={`https://wa.me/?text=${text}`} target="_blank">
        WhatsApp
      </ButtonAnchor>
      <ButtonAnchor href={`sms:?body=${text}`}>SMS</ButtonAnchor>
      <p role="status">{copied && 'Copied. Paste it where you write.'}</p>
    </section>
  )
}

function NoSuchArticle() {
  return (
    <Page
      title="This article is not here"
      under={`The address may be misspelt, or ${product.name} has taken it down.`}
      narrow
    >
      <ButtonLink to={blogPath} kind="primary">
        All articles
      </ButtonLink>
    </Page>
  )
}
