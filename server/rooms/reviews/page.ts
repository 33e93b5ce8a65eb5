import { formatCount, formatStars } from '#contract/quantities'
import { formatNaira } from '#contract/money'
import { getOperator as getOperatorEndpoint } from '#contract/operators/endpoints'
import type { OperatorDetail } from '#contract/operators/model'
import { product } from '#contract/product'
import { listReviews as listReviewsEndpoint } from '#contract/reviews/endpoints'
import type { PublicPage } from '#server/platform/public-page'
import { businessPublicPage as business } from '#server/rooms/businesses'
import { getOperator } from '#server/rooms/operators'
import { listReviews } from './service.ts'

/**
 * The page of an operator with its rating. It is in the room reviews because this room imports the room operators,
 * which must not import this room.
 */
export const reviewedOperatorPage: PublicPage = {
  path: '/brands/:code',
  async show(ctx, { code = '' }) {
    const data = await getOperator(ctx, { code })
    const query = { operator: code, sort: 'newest', page: 1, per_page: 10 } as const
    const reviews = await listReviews(ctx, query)
    return {
      title: `${data.name}: buses, prices and reviews`,
      description: describe(data),
      crumbs: [
        [product.name, '/'],
        ['Operators', '/brands'],
        [data.name, `/brands/${code}`],
      ],
      about: [organization(data, reviews.meta)],
      answers: [
        { endpoint: getOperatorEndpoint, input: { code }, data },
        { endpoint: listReviewsEndpoint, input: { operator: code }, ...reviews },
      ],
    }
  },
}

function describe({ name, cities, roads, price_from_kobo, rating }: OperatorDetail): string {
  const price = price_from_kobo === null ? '' : `, from ${formatNaira(price_from_kobo)}`
  const stars = rating === null ? '' : ` Rated ${formatStars(rating)} of 5.`
  return `${name}: ${formatCount(roads, 'route')} between ${formatCount(cities, 'city', 'cities')}${price}.${stars} See vehicles, motor parks, luggage and refund rules, and book a seat.`
}

function organization(
  { code, name, about, phone, served }: OperatorDetail,
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
    ...ratedBy({ average, stars }),
  }
}

/** Returns the rating in the form that search engines read (schema.org); an empty object without verified reviews. */
function ratedBy({ average, stars }: { average: number | null; stars: readonly number[] }) {
  if (average === null) return {}
  const reviewCount = stars.reduce((sum, ratings) => sum + ratings, 0)
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: average,
      bestRating: 5,
      reviewCount,
    },
  }
}

export const reviewedBusinessPage: PublicPage = {
  path: business.path,
  async show(ctx, params) {
    const page = await business.show(ctx, params)
    const { code = '' } = params
    const reviews = await listReviews(ctx, {
      business: code,
      sort: 'newest',
      page: 1,
      per_page: 10,
    })
    return {
      ...page,
      about: page.about.map((one) => ({ ...one, ...ratedBy(reviews.meta) })),
      answers: [
        ...page.answers,
        { endpoint: listReviewsEndpoint, input: { business: code }, ...reviews },
      ],
    }
  },
}
