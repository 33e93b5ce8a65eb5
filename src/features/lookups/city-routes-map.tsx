import type { City } from '#contract/lookups/model'
import { RouteMap } from '#ui/pictures/route-map'
import { useQuery } from '@tanstack/react-query'
import { citiesQuery } from './queries.ts'

/**
 * Draws routes on the map of the country, each through cities given by code. With several routes, only cities that
 * occur more than once have labels. Unknown cities are omitted.
 */
export function CityRoutesMap({
  label,
  routes,
}: {
  label: string
  routes: readonly (readonly string[])[]
}) {
  const { data = [] } = useQuery(citiesQuery)
  const all = routes.flat()
  const known = (code: string) =>
    data
      .filter((city) => city.code === code)
      .map((city) => ({
        ...(city as City),
        is_named: !routes[1] || all.indexOf(code) !== all.lastIndexOf(code),
      }))
  return <RouteMap label={label} routes={routes.map((road) => road.flatMap(known))} />
}
