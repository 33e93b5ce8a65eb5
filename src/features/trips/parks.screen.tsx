import { formatParkAddress } from '#contract/trips/rules'
import { CityFilter } from '#features/lookups'
import { Directory, DirectoryRow } from '#ui/lists/directory'
import { useUrlSearch } from '#ui/lists/url-search'
import { Page } from '#ui/page'
import { useInfiniteQuery } from '@tanstack/react-query'
import { listMotorParksQuery } from './queries.ts'

/** Every motor park by city, at `/parks?city=`. */
export function ParksScreen() {
  const [params, go] = useUrlSearch()
  const city = params.get('city')
  const parks = useInfiniteQuery(listMotorParksQuery(city === null ? {} : { city }))
  return (
    <Page
      title="Motor parks"
      under="Where buses start and stop. Choose one to see what leaves next."
      narrow
    >
      <CityFilter />
      <Directory
        query={parks}
        label="Motor parks"
        nouns={['motor park', 'motor parks']}
        nothing="No motor park in this city is listed yet."
        onShowAll={() => go(new URLSearchParams())}
      >
        {({ code, name, address, city: { name: cityName, state } }) => {
          const more = formatParkAddress({ name, address, city: cityName })
          return (
            <DirectoryRow key={code} to={`/ride-board/motor-park/${code}`} name={name}>
              <p>{cityName === state ? cityName : `${cityName}, ${state}`}</p>
              {more !== '' && <p>{more}</p>}
            </DirectoryRow>
          )
        }}
      </Directory>
    </Page>
  )
}
