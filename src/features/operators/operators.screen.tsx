import { formatCount, formatRating } from '#contract/quantities'
import { formatNaira } from '#contract/money'
import type { OperatorSummary } from '#contract/operators/model'
import { operatorSorts } from '#contract/operators/rules'
import { CityFilter, PlaceChoiceField, useCityOptions } from '#features/lookups'
import { amenityLabels, vehicleSizeLabels } from '#features/trips'
import { formatDay } from '#lib/format'
import { parseSearch, withParameter, useUrlSearch } from '#ui/lists/url-search'
import { SelectField } from '#ui/fields'
import { Directory, DirectoryRow, NameSearch } from '#ui/lists/directory'
import { Page } from '#ui/page'
import { CompanyLogo } from '#ui/pictures/company-logo'
import { VehicleDrawing } from '#ui/pictures/vehicle'
import { VisuallyHidden } from '#ui/visually-hidden'
import { useInfiniteQuery } from '@tanstack/react-query'
import styles from './operators.module.css'
import { listOperatorsQuery, type OperatorSearch } from './queries.ts'

const sizes = ['small', 'medium', 'large'] as const
const drawnAs = { small: 'sienna', medium: 'hiace-15', large: 'coach-59' } as const

const filters = ['state', 'city', 'size', 'amenity', 'rating'] as const
const names = ['q', ...filters, 'sort'] as const
type ParameterName = (typeof names)[number]

const sortLabels = {
  rating: 'Best rated',
  price: 'Cheapest',
  roads: 'Most routes',
  name: 'By name',
} as const satisfies Record<(typeof operatorSorts)[number], string>

/** Compares all operators, at `/brands?q=&state=&city=&size=&amenity=&rating=&sort=`. */
export function OperatorsScreen() {
  const [params, go] = useUrlSearch()
  const operators = useInfiniteQuery(listOperatorsQuery(parseSearch<OperatorSearch>(params, names)))
  const change = (name: ParameterName, value: string) => go(withParameter(params, name, value))
  return (
    <Page
      title="Operators"
      under="Every bus company you can book here: ratings, routes, prices and rules side by side."
    >
      <OperatorFilters key={params.get('q')} params={params} change={change} />
      <Directory
        query={operators}
        label="Operators"
        nouns={['operator', 'operators']}
        nothing="No operator matches all of these filters."
        onShowAll={() => go(new URLSearchParams())}
      >
        {(operator) => <OperatorRow key={operator.code} operator={operator} />}
      </Directory>
    </Page>
  )
}

function OperatorFilters({
  params,
  change,
}: {
  params: URLSearchParams
  change: (name: ParameterName, value: string) => void
}) {
  const select = (
    name: ParameterName,
    label: string,
    empty: string,
    options: readonly Choice[],
  ) => (
    <SelectField
      label={label}
      name={name}
      value={params.get(name) ?? ''}
      empty={empty}
      onChange={(value) => change(name, value)}
      options={withChosen(options, params.get(name))}
    />
  )
  const chosen = filters.filter((name) => params.has(name)).length
  return (
    <NameSearch
      className={styles.narrow}
      label="Name"
      action="/brands"
      defaultValue={params.get('q') ?? ''}
      onSearch={(q) => change('q', q)}
    >
      <details className={styles.more} open={chosen > 0}>
        <summary>{chosen === 0 ? 'Filter and sort' : `Filter and sort (${chosen})`}</summary>
        <div className={styles.choices}>
          <StateFilter
            value={params.get('state') ?? ''}
            onChange={(value) => change('state', value)}
          />
          <CityFilter />
          {select(
            'size',
            'Vehicle',
            'Any vehicle',
            sizes.map((size) => ({ value: size, label: vehicleSizeLabels[size] })),
          )}
          {select(
            'amenity',
            'On board',
            'Anything',
            Object.entries(amenityLabels).map(([value, label]) => ({ value, label })),
          )}
          {select(
            'rating',
            'Rating',
            'Any rating',
            [4, 3].map((stars) => ({
              value: String(stars),
              label: `${formatCount(stars, 'star')} or more`,
            })),
          )}
          <SelectField
            label="Sort"
            name="sort"
            value={params.get('sort') ?? 'rating'}
            onChange={(value) => change('sort', value)}
            options={operatorSorts.map((sort) => ({ value: sort, label: sortLabels[sort] }))}
          />
        </div>
      </details>
    </NameSearch>
  )
}

function StateFilter({ value, onChange }: { value: string; onChange: (state: string) => void }) {
  const cities = useCityOptions('starts')
  const states = [...new Set(cities.flatMap(({ under }) => under ?? []))].toSorted()
  return (
    <PlaceChoiceField
      label="State"
      name="state"
      value={value}
      any="Any state"
      what="State"
      onChange={onChange}
      options={states.map(choiceOf)}
    />
  )
}

interface Choice {
  value: string
  label: string
}

const choiceOf = (word: string): Choice => ({ value: word, label: word })

/** Adds the value chosen in the URL to the options, so that it is visible even before the list has loaded. */
function withChosen(options: readonly Choice[], chosen: string | null): readonly Choice[] {
  if (chosen === null || options.some(({ value }) => value === chosen)) return options
  return [choiceOf(chosen), ...options]
}

function OperatorRow({ operator }: { operator: OperatorSummary }) {
  const { code, name, logo, rating, reviews, cities, roads, licence_checked_on } = operator
  return (
    <DirectoryRow
      picture={<CompanyLogo name={name} logo={logo} />}
      to={`/brands/${code}`}
      name={name}
    >
      <p className={styles.line}>
        {rating === null ? 'No reviews yet' : formatRating(rating, reviews)}
        {operator.price_from_kobo !== null && (
          <b className={styles.from}>from {formatNaira(operator.price_from_kobo)}</b>
        )}
      </p>
      <p className={styles.soft}>
        {formatCount(cities, 'city', 'cities')} · {formatCount(roads, 'route')}
        {licence_checked_on !== null && ` · licence checked ${formatDay(licence_checked_on)}`}
      </p>
      <div className={styles.fleet}>
        {sizes
          .filter((size) => operator.sizes.includes(size))
          .map((size) => (
            <span key={size}>
              <VehicleDrawing type={drawnAs[size]} />
              <VisuallyHidden>{vehicleSizeLabels[size]}</VisuallyHidden>
            </span>
          ))}
      </div>
    </DirectoryRow>
  )
}
