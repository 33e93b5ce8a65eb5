export { CityRoutes } from './city-routes.tsx'
export {
  announcementsQuery,
  citiesQuery,
  fuelMonitorsQuery,
  fuelStationsQuery,
  parcelLists,
  popularRoutesQuery,
} from './list-queries.ts'
export { connectionsQuery, passengerTypesQuery } from './queries.ts'
export { useRecentSearches } from './recent.ts'
export { SearchForm } from './search-form.tsx'
