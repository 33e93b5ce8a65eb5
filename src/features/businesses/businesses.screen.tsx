import { businessCategories } from '#contract/businesses/rules'
import { CityFilter } from '#features/lookups'
import { parseSearch, withParameter, useUrlSearch } from '#ui/lists/url-search'
import { ButtonLink } from '#ui/button'
import { Directory, NameSearch } from '#ui/lists/directory'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '#ui/link'
import styles from './businesses.module.css'
import { BusinessRow } from './business-row.tsx'
import { listBusinessesQuery, type BusinessSearch } from './queries.ts'
import { categoryLabels } from './labels.ts'

const names = ['q', 'category', 'state', 'city', 'park', 'open'] as const
type ParameterName = (typeof names)[number]

/** The businesses around motor parks, at `/businesses?q=&category=&state=&city=&park=&open=now`. */
export function BusinessesScreen() {
  const [params, go] = useUrlSearch()
  const found = useInfiniteQuery(listBusinessesQuery(parseSearch<BusinessSearch>(params, names)))
  const change = (name: ParameterName, value: string) => go(withParameter(params, name, value))
  return (
    <Page
      title="Businesses"
      under="Guest houses, food, cargo, car hire, tyres, towing and insurance around the motor parks."
    >
      <Kinds params={params} />
      <BusinessFilters key={params.get('q')} params={params} change={change} />
      <Directory
        query={found}
        label="Businesses"
        nouns={['business', 'businesses']}
        nothing="Nothing matches all of these filters."
        onShowAll={() => go(new URLSearchParams())}
      >
        {(business) => <BusinessRow key={business.code} business={business} />}
      </Directory>
      <Notice
        title="Is yours missing?"
        actions={<ButtonLink to="/businesses/list-yours">List your business</ButtonLink>}
      >
        Listing is free. We call you before it appears.
      </Notice>
    </Page>
  )
}

function Kinds({ params }: { params: URLSearchParams }) {
  const chosen = params.get('category') ?? ''
  const isOpen = params.get('open') === 'now'
  const kinds = [
    ['', 'All'],
    ...businessCategories.map((one) => [one, categoryLabels[one]]),
  ] as const
  return (
    <nav className={styles.kinds} aria-label="Kinds of businesses">
      {kinds.map(([kind = '', word]) => (
        <Link
          key={kind}
          to={{ search: withParameter(params, 'category', kind).toString() }}
          replace
          aria-current={kind === chosen ? 'true' : undefined}
        >
          {word}
        </Link>
      ))}
      <Link
        to={{ search: withParameter(params, 'open', isOpen ? '' : 'now').toString() }}
        replace
        aria-current={isOpen ? 'true' : undefined}
      >
        Open now
      </Link>
    </nav>
  )
}

function BusinessFilters({
  params,
  change,
}: {
  params: URLSearchParams
  change: (name: ParameterName, value: string) => void
}) {
  return (
    <NameSearch
      className={styles.narrow}
      label="Name or street"
      action="/businesses"
      defaultValue={params.get('q') ?? ''}
      onSearch={(q) => change('q', q)}
    >
      <CityFilter />
    </NameSearch>
  )
}
