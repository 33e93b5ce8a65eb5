export {
  announcementsQuery,
  fuelMonitorsQuery,
  fuelStationsQuery,
  parcelLists,
} from './list-queries.ts'
export { connectionsQuery, passengerTypesQuery } from './queries.ts'
export { useRecentSearches } from './recent.ts'
export { refreshLists } from './refresh.ts'
export { SearchForm } from './search-form.tsx'
