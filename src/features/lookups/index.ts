export { CityRoads } from './city-roads.tsx'
export {
  announcementsQuery,
  citiesQuery,
  fuelMonitorsQuery,
  fuelStationsQuery,
  parcelLists,
  popularRoadsQuery,
} from './list-queries.ts'
export { connectionsQuery, passengerTypesQuery } from './queries.ts'
export { useRecentSearches } from './recent.ts'
export { SearchForm } from './search-form.tsx'
