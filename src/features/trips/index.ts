export { getTripQuery } from './queries.ts'
export { amenityLabels, sizeLabels } from './labels.ts'
