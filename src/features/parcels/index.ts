export { FollowedParcels } from './followed-parcels.ts'
export { DriverCard } from './parcel-cards.tsx'
export { listParcelsQuery } from './queries.ts'
