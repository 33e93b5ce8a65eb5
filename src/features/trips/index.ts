export { getTripQuery } from './queries.ts'
export { SeatMap } from './seat-map.tsx'
export { amenityLabels, sizeLabels } from './labels.ts'
