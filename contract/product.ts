/** The product's name, addresses and links: defined only here. */
export const product = {
  name: 'Waka',
  slug: 'waka',
  email: 'hello@waka.example',
  phone: { national: '0700 925 2000', international: '+234 700 925 2000', e164: '+2347009252000' },
  whatsapp: 'https://wa.me/2347009252000',
} as const

/** Where the product stands elsewhere, and who works with it. */
export const links = {
  android: 'https://play.google.com/store/apps/details?id=example.waka',
  ios: 'https://apps.apple.com/app/waka/id0000000000',
  partner: 'https://partners.waka.example',
  operator_portal: 'https://operators.waka.example',
  careers: 'https://careers.waka.example',
  parent_company: 'https://company.waka.example',
  suggestions: 'https://suggest.waka.example',
  facebook: 'https://facebook.com/waka.example',
  instagram: 'https://instagram.com/waka.example',
  x: 'https://x.com/waka_example',
  linkedin: 'https://linkedin.com/company/waka-example',
} as const

/** The country's one time zone: UTC+1 the whole year. Imported timetables may bring another. */
export const homeZone = 'Africa/Lagos'

/**
 * Where we text people: Nigeria, her neighbours and the coast road, and where most Nigerians abroad live.
 * ISO 3166. Codes and news go nowhere else; tickets go to an ordinary mobile phone of any country.
 */
export const smsCountries = 'NG BJ NE TD CM TG GH CI GB IE DE IT US CA ZA AE'.split(' ')
