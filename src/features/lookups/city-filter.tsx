import { withParameter, useUrlSearch } from '#ui/lists/url-search'
import { useCityOptions } from './city-options.ts'
import { PlaceChoiceField } from './place-choice-field.tsx'

/** Narrows a list to one city where trips start, by the URL's parameter `name`. */
export function CityFilter({ name = 'city', label = 'City' }: { name?: string; label?: string }) {
  const [params, go] = useUrlSearch()
  return (
    <PlaceChoiceField
      label={label}
      name={name}
      value={params.get(name) ?? ''}
      any="Any city"
      onChange={(city) => go(withParameter(params, name, city))}
      options={useCityOptions('starts')}
    />
  )
}
