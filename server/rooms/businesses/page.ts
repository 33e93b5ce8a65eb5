import { formatCount } from '#contract/quantities'
import {
  getBusiness as getEndpoint,
  listBusinesses as listEndpoint,
} from '#contract/businesses/endpoints'
import type { BusinessDetail, OpeningHours } from '#contract/businesses/model'
import type { BusinessCategory } from '#contract/businesses/rules'
import { cutText } from '#contract/cut-text'
import { product } from '#contract/product'
import type { Breadcrumb, ListPagePaths, PublicPage } from '#server/platform/public-page'
import { findBusinessCodes } from './repository.ts'
import { getBusiness, listBusinesses } from './service.ts'

const list: Breadcrumb = ['Businesses', '/businesses']
const start: Breadcrumb = [product.name, '/']

const directory: PublicPage = {
  path: '/businesses',
  async show(ctx) {
    const answer = await listBusinesses(ctx, { page: 1, per_page: 20 })
    return {
      title: 'Businesses around motor parks',
      description: `Guest houses, food, cargo counters, car hire, tyres, towing and insurance around Nigeria’s motor parks: ${formatCount(answer.meta.total, 'place')} with phone, map and hours.`,
      crumbs: [start, list],
      about: [
        {
          '@context': 'https://schema.org',
          '@type': 'ItemList',
          itemListElement: answer.data.map(({ code, name }, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            name,
            url: `/businesses/${code}`,
          })),
        },
      ],
      answers: [{ endpoint: listEndpoint, input: {}, ...answer }],
    }
  },
}

/** The public page of one business. The room reviews adds the reviews and serves it. */
export const businessPublicPage: PublicPage = {
  path: '/businesses/:code',
  async show(ctx, { code = '' }) {
    const data = await getBusiness(ctx, { code })
    const { name, city, about } = data
    return {
      title: `${name}, ${kinds[data.category].word} in ${city.name}`,
      description: cutText(`${name} in ${city.name}, ${city.state}: ${about}`, 300),
      crumbs: [start, list, [name, `/businesses/${code}`]],
      about: [localBusiness(data)],
      answers: [{ endpoint: getEndpoint, input: { code }, data }],
    }
  },
}

/** The schema.org type and the plain name of each kind. */
const kinds: Record<BusinessCategory, { type: string; word: string }> = {
  'guest-house': { type: 'LodgingBusiness', word: 'guest house' },
  food: { type: 'FoodEstablishment', word: 'food' },
  cargo: { type: 'LocalBusiness', word: 'cargo counter' },
  'car-hire': { type: 'AutoRental', word: 'car hire' },
  tyres: { type: 'TireShop', word: 'tyres' },
  towing: { type: 'AutomotiveBusiness', word: 'towing' },
  insurance: { type: 'InsuranceAgency', word: 'insurance' },
}

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

function localBusiness(business: BusinessDetail) {
  const { code, name, category, about, phone, address, city, hours, latitude, longitude } = business
  return {
    '@context': 'https://schema.org',
    '@type': kinds[category].type,
    name,
    description: about,
    url: `/businesses/${code}`,
    image: '/icon-512.png',
    telephone: phone,
    address: {
      '@type': 'PostalAddress',
      streetAddress: address,
      addressLocality: city.name,
      addressRegion: city.state,
      addressCountry: 'NG',
    },
    ...(latitude !== null && { geo: { '@type': 'GeoCoordinates', latitude, longitude } }),
    openingHoursSpecification: openingHours(hours),
  }
}

function openingHours({ days, opens, closes }: OpeningHours) {
  const clock = (minutes: number) =>
    `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  return {
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: days.map((day) => dayNames[day]),
    opens: clock(opens),
    closes: closes - opens === 1440 ? '23:59' : clock(closes),
  }
}

export const businessDirectoryPages: readonly PublicPage[] = [directory]

/** Returns the paths of the businesses' public pages, newest first, at most `most`. */
export const listBusinessPagePaths: ListPagePaths = async (db, most) =>
  (await findBusinessCodes(db, most)).map((code) => `/businesses/${code}`)
