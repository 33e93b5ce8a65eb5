/** The public lists that the service worker may keep, below `/api`, without the product's slug. */
export const lookupPaths = [
  'v1/{p}/generals/cities',
  'v1/{p}/connections/routes',
  'v1/{p}/generals/passenger-types',
  'v1/{p}/generals/vehicle-types',
  'v1/{p}/generals/currencies',
  'v1/{p}/tickets/keys',
] as const
