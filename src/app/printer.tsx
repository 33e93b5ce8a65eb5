import { getBusinessQuery, listBusinessesQuery } from '#features/businesses'
import { groupsQuery } from '#features/communities'
import { getOperatorQuery, getRoadQuery, listOperatorsQuery } from '#features/operators'
import { listReviewsQuery } from '#features/reviews'
import { getArticleQuery, listArticlesQuery } from '#features/site'
import {
  findTripsQuery,
  getMotorParkQuery,
  getTripQuery,
  listDeparturesQuery,
} from '#features/trips'
import { QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { App } from './app.tsx'

/** An answer of the API in a prerendered page; `meta` if the endpoint has one. */
interface Answered {
  endpoint: { name: string }
  input: Record<string, string>
  data: unknown
  meta?: unknown
}

/** The query of each answer, by endpoint. `pages`: the first page of an infinite list. */
const queries: Record<
  string,
  { key: (input: Record<string, string>) => readonly unknown[]; pages?: true }
> = {
  getOperator: { key: ({ code = '' }) => getOperatorQuery(code).queryKey },
  listOperators: { key: () => listOperatorsQuery({}).queryKey, pages: true },
  listReviews: {
    key: ({ operator, business = '' }) =>
      listReviewsQuery(
        operator === undefined
          ? { kind: 'business', code: business }
          : { kind: 'operator', code: operator },
      ).queryKey,
    pages: true,
  },
  getBusiness: { key: ({ code = '' }) => getBusinessQuery(code).queryKey },
  listBusinesses: { key: (search) => listBusinessesQuery(search).queryKey, pages: true },
  getMotorPark: { key: ({ park = '' }) => getMotorParkQuery(park).queryKey },
  listDepartures: { key: ({ park = '' }) => listDeparturesQuery(park).queryKey },
  findTrips: {
    key: ({ from = '', to = '', date = '', ...rest }) =>
      findTripsQuery({ ...rest, from, to, date }).queryKey,
  },
  getTrip: { key: ({ id = '' }) => getTripQuery(id).queryKey },
  getRoad: { key: ({ from = '', to = '' }) => getRoadQuery(from, to).queryKey },
  getArticle: { key: ({ code = '' }) => getArticleQuery(code).queryKey },
  listGroups: { key: () => groupsQuery().queryKey, pages: true },
  listArticles: { key: () => listArticlesQuery.queryKey, pages: true },
}

/**
 * Renders a screen as HTML, with the answers that main.tsx takes over. Runs on the server, from a bundle of its own.
 */
export async function print(
  address: string,
  answers: readonly Answered[],
): Promise<{ html: string; kept: [key: readonly unknown[], data: unknown][] }> {
  const client = new QueryClient()
  const kept = answers.map(({ endpoint, input, data, meta }) => {
    const query = queries[endpoint.name]
    if (query === undefined) throw new Error(`no screen is printed of ${endpoint.name}`)
    const answer = meta === undefined ? data : { data, meta }
    const value = query.pages ? { pages: [answer], pageParams: [1] } : answer
    client.setQueryData(query.key(input), value)
    return [query.key(input), value] as [readonly unknown[], unknown]
  })
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={address}>
        <App client={client} />
      </StaticRouter>
    </StrictMode>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  return { html: await new Response(prelude).text(), kept }
}
