export { OptionalDepartureParkField } from './park-field.tsx'
export { departureParksQuery, departuresQuery } from './queries.ts'
