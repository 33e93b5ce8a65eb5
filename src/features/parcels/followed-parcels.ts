import { lazyPart } from '#lib/lazy'

/** The parcels that this phone follows. The start page loads this after its first paint. */
export const FollowedParcels = lazyPart(
  async () => (await import('./tracking/index.ts')).FollowedParcels,
)
