export { CityFilter } from './city-filter.tsx'
export { useCityOptions } from './city-options.ts'
export { CityRoutes } from './city-routes.tsx'
export {
  announcementsQuery,
  fuelMonitorsQuery,
  fuelStationsQuery,
  parcelLists,
  popularRoutesQuery,
} from './list-queries.ts'
export { connectionsQuery, passengerTypesQuery } from './queries.ts'
export { useRecentSearches } from './recent.ts'
export { PlaceChoiceField } from './place-choice-field.tsx'
export { SearchForm } from './search-form.tsx'
