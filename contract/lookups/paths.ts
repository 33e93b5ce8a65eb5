import { endpoints } from '#contract/all'

/**
 * Paths of the public lists that the service worker may cache, below `/api` and without the product's slug. The build
 * evaluates this file (`tools/build/evaluated.ts`), so that the worker does not contain the contract.
 */
export const lookupPaths = endpoints
  .filter(({ cache }) => cache === 'lookup')
  .map(({ path }) => path.slice(1))
