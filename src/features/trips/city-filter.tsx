import { connectionsQuery } from '#features/lookups'
import { useHydrated } from '#lib/use-hydrated'
import { SelectField } from '#ui/fields'
import { withParameter, useSearchAddress } from '#ui/lists/address'
import { useQuery } from '@tanstack/react-query'

/** Narrows a directory to one city, by the URL's parameter `name`. */
export function CityFilter({ name, label }: { name: string; label: string }) {
  const [params, go] = useSearchAddress()
  // A prerendered page does not have the list on this phone, so show it only after hydration.
  const known = useQuery(connectionsQuery).data?.from_cities ?? []
  const cities = useHydrated() ? known.toSorted((a, b) => a.name.localeCompare(b.name)) : []
  return (
    <SelectField
      label={label}
      name={name}
      value={params.get(name) ?? ''}
      empty="Any city"
      onChange={(city) => go(withParameter(params, name, city))}
      options={cities.map((city) => ({ value: city.code, label: city.name }))}
    />
  )
}
