/** The product's name, email address, phone number and links. They are defined only here. */
export const product = {
  name: 'Waka',
  slug: 'waka',
  email: 'hello@waka.example',
  phone: { national: '0700 925 2000', international: '+234 700 925 2000', e164: '+2347009252000' },
  whatsapp: 'https://wa.me/2347009252000',
} as const

/** Links to other sites and partners. */
export const productLinks = {
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

/** The country's time zone: UTC+1 all year. Imported timetables may have others. */
export const homeZone = 'Africa/Lagos'

/**
 * Countries to which we send codes and notifications by SMS (ISO 3166): Nigeria, its neighbours, the West African
 * coast, and countries where most Nigerians abroad live. Tickets are sent to mobile phones of any country.
 */
export const smsCountries = 'NG BJ NE TD CM TG GH CI GB IE DE IT US CA ZA AE'.split(' ')
