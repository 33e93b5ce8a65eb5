import { formatCount } from '#contract/quantities'
import { businessCategories } from '#contract/businesses/rules'
import { connectionsQuery } from '#features/lookups'
import { readSearch, withParameter, useSearchAddress } from '#ui/lists/address'
import { useHydrated } from '#lib/use-hydrated'
import { Answer, More } from '#ui/answer'
import { Button, ButtonLink } from '#ui/button'
import { SelectField, TextField } from '#ui/fields'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { Empty } from '#ui/pictures/empty'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '#ui/link'
import styles from './businesses.module.css'
import { BusinessRow } from './parts.tsx'
import { listBusinessesQuery, type Search } from './queries.ts'
import { categoryLabels } from './words.ts'

const names = ['q', 'category', 'state', 'city', 'park', 'open'] as const
type Name = (typeof names)[number]

/** `/businesses?q=&category=&city=&park=&open=now`: businesses around motor parks. */
export function BusinessesScreen() {
  const [params, go] = useSearchAddress()
  const found = useInfiniteQuery(listBusinessesQuery(readSearch<Search>(params, names)))
  const change = (name: Name, value: string) => go(withParameter(params, name, value))
  return (
    <Page
      title="Businesses"
      under="Guest houses, food, cargo, car hire, tyres, towing and insurance around the motor parks."
    >
      <Kinds params={params} />
      <Narrowing key={params.get('q')} params={params} change={change} />
      <Answer
        query={found}
        refused={{
          invalid_input: () => (
            <Notice kind="mind" title="One of these filters does not exist. Choose again." />
          ),
        }}
      >
        {({ pages }) => {
          const total = pages[0]?.meta.total ?? 0
          if (total === 0)
            return (
              <Empty
                picture="search"
                title="Nothing matches all of these filters."
                action={
                  <Button onClick={() => go(new URLSearchParams())}>Show all businesses</Button>
                }
              />
            )
          return (
            <>
              <p className={styles.total}>{formatCount(total, 'business', 'businesses')}</p>
              <ul className={styles.list} aria-label="Businesses">
                {pages
                  .flatMap(({ data }) => data)
                  .map((business) => (
                    <BusinessRow key={business.code} business={business} />
                  ))}
              </ul>
              <More query={found} />
            </>
          )
        }}
      </Answer>
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
  change: (name: Name, value: string) => void
}) {
  const [q, setQ] = useState(params.get('q') ?? '')
  // A printed page knows no lists of this phone.
  const known = useQuery(connectionsQuery).data?.from_cities ?? []
  const cities = useHydrated() ? known.toSorted((a, b) => a.name.localeCompare(b.name)) : []
  const chosen = params.get('city') ?? ''
  const options = cities.map(({ code, name }) => ({ value: code, label: name }))
  const isThere = chosen === '' || options.some(({ value }) => value === chosen)
  return (
    <form
      className={styles.narrow}
      role="search"
      action="/businesses"
      onSubmit={(event) => {
        event.preventDefault()
        change('q', q.trim())
      }}
    >
      <div className={styles.find}>
        <TextField
          label="Name or street"
          name="q"
          type="search"
          maxLength={60}
          value={q}
          onChange={setQ}
        />
        <Button type="submit">Search</Button>
      </div>
      <SelectField
        label="City"
        name="city"
        value={chosen}
        empty="Any city"
        onChange={(value) => change('city', value)}
        options={isThere ? options : [{ value: chosen, label: chosen }, ...options]}
      />
    </form>
  )
}
