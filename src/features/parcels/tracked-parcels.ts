import { lazyPart } from '#lib/lazy'

/** The parcels that this phone tracks. The start page loads this after its first paint. */
export const TrackedParcels = lazyPart(
  async () => (await import('./tracking/index.ts')).TrackedParcels,
)
