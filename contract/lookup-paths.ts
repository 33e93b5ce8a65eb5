/** The public lists that the service worker may keep, below `/api`, without the product's slug. */
export const lookupPaths = [
  'v1/{p}/generals/cities',
  'v1/{p}/connections/routes',
  'v1/{p}/generals/passenger-types',
  'v1/{p}/generals/vehicle-types',
  'v1/{p}/generals/currencies',
  'v1/{p}/generals/service-types',
  'v1/{p}/generals/locations',
  'v1/{p}/generals/parcels/routes',
  'v1/{p}/generals/parcels/add-ons',
  'v1/{p}/generals/parcels/types',
  'v1/{p}/generals/parcels/sizes',
  'v1/{p}/generals/fuel-stations',
  'v1/{p}/fuel-monitors',
  'v1/{p}/announcements',
  'v1/{p}/banners',
  'v1/{p}/tickets/keys',
] as const
