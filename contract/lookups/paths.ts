import { endpoints } from '#contract/all'

/**
 * The public lists that the service worker may keep, below `/api`, without the product's slug. The build
 * evaluates this file (`tools/build/evaluated.ts`): the worker gets the paths, not the whole contract.
 */
export const lookupPaths = endpoints
  .filter(({ cache }) => cache === 'lookup')
  .map(({ path }) => path.slice(1))
