/** From the price to the request: a chunk of its own, as is each of the others. */
export const sending = () => import('./sending.screens.ts')
export { getParcelQuery, listParcelsQuery, noteParcel } from './queries.ts'
export { TrackingLine } from './tracking-line.tsx'
/** Where a parcel is, for anybody; with the app's first files, since it opens without a network. */
export const tracking = () => import('./track-parcel.screen.tsx')
