export { TrackedParcels } from './track-parcel.screen.tsx'
export { TrackingLine } from './tracking-line.tsx'
