import { CityFilter } from '#features/lookups'
import { Directory, DirectoryRow } from '#ui/lists/directory'
import { useUrlSearch } from '#ui/lists/url-search'
import { Page } from '#ui/page'
import { useInfiniteQuery } from '@tanstack/react-query'
import { listRoutesQuery } from './queries.ts'

/** Every route between two cities, at `/routes?from=`. */
export function RoutesScreen() {
  const [params, go] = useUrlSearch()
  const start = params.get('from')
  const routes = useInfiniteQuery(listRoutesQuery(start === null ? {} : { from: start }))
  return (
    <Page title="Bus routes" under="Choose one to see its operators, times and prices." narrow>
      <CityFilter name="from" label="From" />
      <Directory
        query={routes}
        label="Bus routes"
        nouns={['route', 'routes']}
        nothing="No bus leaves this city yet."
        onShowAll={() => go(new URLSearchParams())}
      >
        {({ from, to }) => (
          <DirectoryRow
            key={`${from.code} ${to.code}`}
            to={`/bookride/${from.code}-to-${to.code}`}
            name={`${from.name} to ${to.name}`}
          />
        )}
      </Directory>
    </Page>
  )
}
