/** Every URL path that section 2 of the specification names, by the specification's names for the groups. */
export const addresses = {
  home: ['/'],
  auth: ['/login', '/signup'],
  company: ['/about', '/terms', '/blog', '/info-center', '/support'],
  operators: ['/brands', '/businesses'],
  community: ['/nysc', '/community'],
  fuel: ['/fuel-price'],
  profile: [
    '/profile',
    '/profile/messages',
    '/profile/trip',
    '/profile/transaction',
    '/profile/travel-request',
    '/profile/driver',
    '/profile/changepassword',
    '/profile/wallet',
    '/profile/rewards',
    '/profile/referral',
  ],
  booking: [
    '/bookride/details',
    '/bookride/passenger-details',
    '/bookride/pay',
    '/thanks-for-booking',
  ],
  review: ['/write-a-review', '/ride-board/motor-park/JBW/write-a-review'],
  reviews: ['/reviews'],
  charter: [
    '/charter-marketplace',
    '/charter-marketplace/custom-request',
    '/charter-marketplace/confirm-payment/success',
    '/charter-marketplace/browse_charter/1',
    '/charter-request',
    '/charter-request/success',
    '/charter-type',
    '/charter-airport',
  ],
  parcel: [
    '/send-parcel',
    '/request-parcel',
    '/request-parcel/proceed',
    '/request-parcel/loginscreen',
    '/request-parcel/signupscreen',
    '/request-parcel/almostthere',
    '/request-parcel/successParcelRequest',
    '/customizeparcel',
    '/waybill/success',
    '/waybill/summary',
    '/waybill/proceed',
  ],
  invoice: ['/invoice-checkout', '/invoice-checkout/success'],
  shell: ['/_app'],
} as const

export type Group = keyof typeof addresses

export const everyAddress: readonly string[] = Object.values(addresses).flat()
