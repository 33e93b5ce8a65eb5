import { naira } from '#contract/money'
import {
  getOperator as getOperatorEndpoint,
  listOperators as listEndpoint,
} from '#contract/operators/endpoints'
import type { OperatorPage } from '#contract/operators/model'
import { product } from '#contract/product'
import { listReviews as listReviewsEndpoint } from '#contract/reviews/endpoints'
import type { Crumb, ListAddresses, PublicPage } from '#server/public-page'
import { listReviews } from '#server/rooms/reviews'
import { findOperatorCodes } from './directory-repository.ts'
import { getOperator, listOperators } from './directory.ts'

const list: Crumb = ['Operators', '/brands']
const start: Crumb = [product.name, '/']

const directory: PublicPage = {
  path: '/brands',
  async show(ctx) {
    const answer = await listOperators(ctx, { sort: 'rating', page: 1, per_page: 20 })
    return {
      title: 'Bus operators in Nigeria',
      description: `${answer.meta.total} bus operators compared: ratings by people who travelled, roads, prices and rules.`,
      crumbs: [start, list],
      about: [
        {
          '@context': 'https://schema.org',
          '@type': 'ItemList',
          itemListElement: answer.data.map(({ code, name }, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            name,
            url: `/brands/${code}`,
          })),
        },
      ],
      answers: [{ endpoint: listEndpoint, input: {}, ...answer }],
    }
  },
}

const operator: PublicPage = {
  path: '/brands/:code',
  async show(ctx, { code = '' }) {
    const data = await getOperator(ctx, { code })
    const query = { operator: code, sort: 'newest', page: 1, per_page: 10 } as const
    const said = await listReviews(ctx, query)
    return {
      title: `${data.name}: buses, prices and reviews`,
      description: describe(data),
      crumbs: [start, list, [data.name, `/brands/${code}`]],
      about: [organization(data, said.meta)],
      answers: [
        { endpoint: getOperatorEndpoint, input: { code }, data },
        { endpoint: listReviewsEndpoint, input: { operator: code }, ...said },
      ],
    }
  },
}

function describe({ name, cities, roads, price_from_kobo, rating }: OperatorPage): string {
  const price = price_from_kobo === null ? '' : `, from ${naira(price_from_kobo)}`
  const stars = rating === null ? '' : ` Rated ${rating.toFixed(1)} of 5.`
  return `${name}: ${roads} roads between ${cities} cities${price}.${stars} See vehicles, motor parks, luggage and refund rules, and book a seat.`
}

function organization(
  { code, name, about, phone, served }: OperatorPage,
  { average, stars }: { average: number | null; stars: readonly number[] },
) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name,
    ...(about !== '' && { description: about }),
    url: `/brands/${code}`,
    ...(phone !== null && { telephone: phone }),
    areaServed: served.slice(0, 20).map((city) => ({ '@type': 'City', name: city.name })),
    ...(average !== null && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: average,
        bestRating: 5,
        reviewCount: stars.reduce((sum, many) => sum + many, 0),
      },
    }),
  }
}

export const pages: readonly PublicPage[] = [directory, operator]

export const addresses: ListAddresses = async (db, most) =>
  (await findOperatorCodes(db, most)).map((code) => `/brands/${code}`)
