import { businessCategories } from '#contract/businesses/rules'
import { connectionsQuery } from '#features/lookups'
import { parseSearch, withParameter, useSearchAddress } from '#ui/lists/address'
import { useHydrated } from '#lib/use-hydrated'
import { ButtonLink } from '#ui/button'
import { SelectField } from '#ui/fields'
import { Directory, NameSearch } from '#ui/lists/directory'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '#ui/link'
import styles from './businesses.module.css'
import { BusinessRow } from './business-row.tsx'
import { listBusinessesQuery, type BusinessSearch } from './queries.ts'
import { categoryLabels } from './labels.ts'

const names = ['q', 'category', 'state', 'city', 'park', 'open'] as const
type ParameterName = (typeof names)[number]

/** The businesses around motor parks, at `/businesses?q=&category=&state=&city=&park=&open=now`. */
export function BusinessesScreen() {
  const [params, go] = useSearchAddress()
  const found = useInfiniteQuery(listBusinessesQuery(parseSearch<BusinessSearch>(params, names)))
  const change = (name: ParameterName, value: string) => go(withParameter(params, name, value))
  return (
    <Page
      title="Businesses"
      under="Guest houses, food, cargo, car hire, tyres, towing and insurance around the motor parks."
    >
      <Kinds params={params} />
      <Narrowing key={params.get('q')} params={params} change={change} />
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

function Narrowing({
  params,
  change,
}: {
  params: URLSearchParams
  change: (name: ParameterName, value: string) => void
}) {
  // A prerendered page has no cities, and the first rendering on the phone must equal it.
  const known = useQuery(connectionsQuery).data?.from_cities ?? []
  const cities = useHydrated() ? known.toSorted((a, b) => a.name.localeCompare(b.name)) : []
  const chosen = params.get('city') ?? ''
  const options = cities.map(({ code, name }) => ({ value: code, label: name }))
  const isThere = chosen === '' || options.some(({ value }) => value === chosen)
  return (
    <NameSearch
      className={styles.narrow}
      label="Name or street"
      action="/businesses"
      defaultValue={params.get('q') ?? ''}
      onSearch={(q) => change('q', q)}
    >
      <SelectField
        label="City"
        name="city"
        value={chosen}
        empty="Any city"
        onChange={(value) => change('city', value)}
        options={isThere ? options : [{ value: chosen, label: chosen }, ...options]}
      />
    </NameSearch>
  )
}
