export { getTripQuery } from './queries.ts'
export { listFreeSeats, toggleSeat } from './seat-numbers.ts'
export { SeatMap, TakenSeatsLegend } from './seat-map.tsx'
export { amenityLabels, vehicleSizeLabels } from './labels.ts'
