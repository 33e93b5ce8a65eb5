export { OptionalDepartureParkField } from './park-field.tsx'
export { departuresQuery } from './queries.ts'
