import { product } from '#contract/product'
import { getArticle as getEndpoint, listArticles as listEndpoint } from '#contract/site/endpoints'
import type { Breadcrumb, ListPagePaths, PublicPage } from '#server/platform/public-page'
import { findPageOfArticles } from './repository.ts'
import { getArticle, listArticles } from './service.ts'

const blog: Breadcrumb = ['Blog', '/blog']
const start: Breadcrumb = [product.name, '/']
const schema = { '@context': 'https://schema.org' }

const articles: PublicPage = {
  path: '/blog',
  async show(ctx) {
    const answer = await listArticles(ctx, { page: 1, per_page: 20 })
    return {
      title: 'Blog',
      description: 'About the road, the park and the fare: what travellers in Nigeria should know.',
      crumbs: [start, blog],
      about: [{ ...schema, '@type': 'Blog', name: `${product.name} blog`, url: '/blog' }],
      answers: [{ endpoint: listEndpoint, input: {}, ...answer }],
    }
  },
}

const article: PublicPage = {
  path: '/blog/:code',
  async show(ctx, { code = '' }) {
    const data = await getArticle(ctx, { code })
    return {
      title: data.title,
      description: data.summary,
      crumbs: [start, blog, [data.title, `/blog/${code}`]],
      about: [
        {
          ...schema,
          '@type': 'BlogPosting',
          headline: data.title,
          description: data.summary,
          url: `/blog/${code}`,
          datePublished: data.published_at,
          author: { '@type': 'Organization', name: product.name, url: '/' },
        },
      ],
      answers: [{ endpoint: getEndpoint, input: { code }, data }],
    }
  },
}

export const articlePages: readonly PublicPage[] = [articles, article]

export const listPagePaths: ListPagePaths = async (db, most) => {
  const { rows } = await findPageOfArticles(db, { limit: most, offset: 0 })
  return rows.map(({ code }) => `/blog/${code}`)
}
