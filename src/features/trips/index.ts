export { getTripQuery } from './queries.ts'
export { amenityWords, sizeWords } from './words.ts'
