export { TrackedParcels } from './tracked-parcels.ts'
export { ParcelDriverCard } from './parcel-cards.tsx'
export { listParcelsQuery } from './queries.ts'
