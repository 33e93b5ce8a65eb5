export { getTripQuery } from './queries.ts'
export { ResultsScreen } from './results.screen.tsx'
export { RideBoardScreen } from './ride-board.screen.tsx'
export { TripScreen } from './trip.screen.tsx'
