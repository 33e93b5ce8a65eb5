export { CityRoutes } from './city-routes.tsx'
export {
  announcementsQuery,
  fuelMonitorsQuery,
  fuelStationsQuery,
  parcelLists,
  popularRoutesQuery,
} from './list-queries.ts'
export { citiesQuery, connectionsQuery, passengerTypesQuery } from './queries.ts'
export { useRecentSearches } from './recent.ts'
export { SearchForm } from './search-form.tsx'
