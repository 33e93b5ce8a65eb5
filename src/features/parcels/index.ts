export { tracking } from './room.ts'
export { DriverCard } from './parcel-cards.tsx'
export { listParcelsQuery } from './queries.ts'
