/** From the price to the request. */
export const sending = () => import('./sending.screens.ts')
/** Where a parcel is, for anybody; with the app's first files, since it opens without a network. */
export const tracking = () => import('./track-parcel.screen.tsx')
/** A parcel of mine: number, PIN, driver, claims. */
export const waybills = () => import('./waybill.screens.ts')
