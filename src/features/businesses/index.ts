export { BusinessScreen } from './business.screen.tsx'
export { BusinessesScreen } from './businesses.screen.tsx'
export { getBusinessQuery, listBusinessesQuery } from './queries.ts'
