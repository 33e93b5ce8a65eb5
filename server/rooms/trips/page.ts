import { formatKm, formatCount } from '#contract/quantities'
import { formatNaira } from '#contract/money'
import { product } from '#contract/product'
import { makeRefusal } from '#contract/errors'
import { day, tripId } from '#contract/shapes'
import * as endpoints from '#contract/trips/endpoints'
import { getRoute as roadEndpoint } from '#contract/trips/endpoints'
import { type ParkDetail, type CityRoute, TripQuery, type TripSummary } from '#contract/trips/model'
import { makePlaceCode } from '#contract/trips/rules'
import type { Breadcrumb, ListPagePaths, PublicPage } from '#server/platform/public-page'
import { formatLocalTime } from '#server/platform/local-time'
import { findServedParks, findRoutes } from './address-repository.ts'
import { getRoute, listRoutes } from './route-service.ts'
import { findTrips, getMotorPark, listDepartures, listMotorParks } from './service.ts'
import { getTrip } from './trip-service.ts'

const start: Breadcrumb = [product.name, '/']
const schema = { '@context': 'https://schema.org' }

const park: PublicPage = {
  path: '/ride-board/motor-park/:park',
  async show(ctx, { park: code = '' }) {
    const data = await getMotorPark(ctx, { park: code })
    const board = await listDepartures(ctx, { park: code, page: 1 })
    const { name, city, address } = data
    return {
      title: `${name} motor park, ${city.name}: next buses`,
      description: `What leaves ${name} in ${city.name} next, with operators and prices. Address: ${address}, ${city.name}, ${city.state}.`,
      crumbs: [start, [`${name}, ${city.name}`, `/ride-board/motor-park/${code}`]],
      about: [stationOf(data), ...board.data.slice(0, 5).map(busTrip)],
      answers: [
        { endpoint: endpoints.getMotorPark, input: { park: code }, data },
        { endpoint: endpoints.listDepartures, input: { park: code }, ...board },
      ],
    }
  },
}

const parks: PublicPage = {
  path: '/parks',
  async show(ctx) {
    const answer = await listMotorParks(ctx, { page: 1 })
    return {
      title: 'Motor parks in Nigeria',
      description: `${formatCount(answer.meta.total, 'motor park')} by city and state: addresses, and what leaves next.`,
      crumbs: [start, ['Motor parks', '/parks']],
      about: answer.data.map(stationOf),
      answers: [{ endpoint: endpoints.listMotorParks, input: {}, ...answer }],
    }
  },
}

const routes: PublicPage = {
  path: '/routes',
  async show(ctx) {
    const answer = await listRoutes(ctx, { page: 1, per_page: 50 })
    return {
      title: 'Bus routes in Nigeria',
      description: `${formatCount(answer.meta.total, 'bus route')} between cities: operators, times and prices compared.`,
      crumbs: [start, ['Bus routes', '/routes']],
      about: [
        {
          ...schema,
          '@type': 'ItemList',
          itemListElement: answer.data.map(({ from, to }, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            name: `${from.name} to ${to.name}`,
            url: `/bookride/${makeRouteSlug(from.code, to.code)}`,
          })),
        },
      ],
      answers: [{ endpoint: endpoints.listRoutes, input: {}, ...answer }],
    }
  },
}

const routePage: PublicPage = {
  path: '/bookride/:road',
  async show(ctx, { road: name = '' }) {
    const [from = '', to = ''] = name.split('-to-')
    if (name !== makeRouteSlug(from, to)) throw makeRefusal('not_found')
    const data = await getRoute(ctx, { from, to })
    const words = `${data.from.name} to ${data.to.name}`
    return {
      title: `${words} by bus: times and prices`,
      description: describe(data),
      crumbs: [start, [words, `/bookride/${name}`]],
      about: rides(data),
      answers: [{ endpoint: roadEndpoint, input: { from, to }, data }],
    }
  },
}

const isCount = (written: string) => /^[1-6]$/.test(written)
const isPlace = (written: string) => /^[\p{L}\d' _-]{2,60}$/u.test(written)

/** The results page, rendered by the server, which works without any script. */
const results: PublicPage = {
  path: '/bookride',
  query: {
    from: isPlace,
    to: isPlace,
    date: (written) => day.safeParse(written).success,
    passengers: isCount,
  },
  cache_ms: 15_000,
  async show(ctx, { from = '', to = '', date = '', passengers }) {
    const codes = { from: makePlaceCode(from), to: makePlaceCode(to) }
    const query = TripQuery.safeParse({ ...codes, date, passengers: Number(passengers ?? 1) })
    if (!query.success) throw makeRefusal('not_found')
    const found = await findTrips(ctx, query.data)
    const { meta, data } = found
    const words = `${meta.from.name} to ${meta.to.name}`
    const on = data[0] === undefined ? date : formatLocalTime(data[0].departs_at, data[0].zone).date
    return {
      title: `${words}, ${on}`,
      description: `${formatCount(meta.total, 'bus', 'buses')} from ${words} on ${on}: fares, times and free seats of every operator, side by side.`,
      crumbs: [start, [words, `/bookride/${makeRouteSlug(codes.from, codes.to)}`]],
      about: data.slice(0, 5).map(busTrip),
      answers: [
        {
          endpoint: endpoints.findTrips,
          input: { ...codes, date, ...(passengers && { passengers }) },
          ...found,
        },
      ],
    }
  },
}

/** The page of a trip with its current seats, for anyone who opens it from a message. */
const trip: PublicPage = {
  path: '/bookride/details',
  query: {
    trip: (id) => tripId.safeParse(id).success,
    passengers: isCount,
  },
  // Seats change fast: the page is cached only for concurrent requests.
  cache_ms: 1000,
  async show(ctx, { trip: id = '' }) {
    const data = await getTrip(ctx, { id })
    const { from, to, operator, departs_at, zone, vehicle, fare_kobo } = data
    const words = `${from.city.name} to ${to.city.name}`
    const { date, time } = formatLocalTime(departs_at, zone)
    const path = makeRouteSlug(from.city.code, to.city.code)
    return {
      title: `${words}, ${date}, ${time}`,
      description: `${operator.name}, ${vehicle.name}, from ${from.park.name} to ${to.park.name}${fare_kobo === null ? '' : `, ${formatNaira(fare_kobo)} a seat`}. Pick your seat and pay online.`,
      crumbs: [start, [words, `/bookride/${path}`], [time, `/bookride/details?trip=${id}`]],
      about: [busTrip(data)],
      answers: [{ endpoint: endpoints.getTrip, input: { id }, data }],
    }
  },
}

const makeRouteSlug = (from: string, to: string) => `${from}-to-${to}`

function describe(it: CityRoute): string {
  const { from, to, distance_km, fare_from_kobo, first_at, last_at, zone } = it
  const parts = [
    `${from.name} to ${to.name} by bus`,
    distance_km === null ? '' : `, ${formatKm(distance_km)}`,
    fare_from_kobo === null ? '' : `, seats from ${formatNaira(fare_from_kobo)}`,
    first_at === null || last_at === null
      ? ''
      : `. First bus ${formatLocalTime(first_at, zone).time}, last bus ${formatLocalTime(last_at, zone).time}`,
    `. ${formatCount(it.operators.length, 'operator')} compared: pick your seat and pay online.`,
  ]
  return parts.join('')
}

const stop = (name: string) => ({ '@type': 'BusStop', name })

function rides({ from, to, operators, parks }: CityRoute) {
  const onDay = operators.filter(({ first_at }) => first_at !== null)
  return onDay.slice(0, 10).map((one) => ({
    ...schema,
    '@type': 'BusTrip',
    name: `${from.name} to ${to.name} with ${one.name}`,
    provider: { '@type': 'Organization', name: one.name, url: `/brands/${one.code}` },
    departureTime: one.first_at,
    departureBusStop: stop(parks[0] === undefined ? from.name : `${parks[0].name}, ${from.name}`),
    arrivalBusStop: stop(to.name),
    ...(one.fare_from_kobo !== null && { offers: offerOf(one.fare_from_kobo) }),
  }))
}

const offerOf = (kobo: number) => ({
  '@type': 'Offer',
  price: kobo / 100,
  priceCurrency: 'NGN',
})

function busTrip(trip: TripSummary) {
  return {
    ...schema,
    '@type': 'BusTrip',
    name: `${trip.from.city.name} to ${trip.to.city.name}`,
    provider: {
      '@type': 'Organization',
      name: trip.operator.name,
      url: `/brands/${trip.operator.code}`,
    },
    departureTime: trip.departs_at,
    arrivalTime: trip.arrives_at,
    departureBusStop: stop(`${trip.from.park.name}, ${trip.from.city.name}`),
    arrivalBusStop: stop(`${trip.to.park.name}, ${trip.to.city.name}`),
    ...(trip.fare_kobo !== null && trip.seats_left > 0 && { offers: offerOf(trip.fare_kobo) }),
  }
}

function stationOf({ code, name, address, phone, city, latitude, longitude }: ParkDetail) {
  return {
    ...schema,
    '@type': 'BusStation',
    name: `${name}, ${city.name}`,
    url: `/ride-board/motor-park/${code}`,
    ...(phone !== null && { telephone: phone }),
    address: {
      '@type': 'PostalAddress',
      streetAddress: address,
      addressLocality: city.name,
      addressRegion: city.state,
      addressCountry: 'NG',
    },
    ...(latitude !== null && { geo: { '@type': 'GeoCoordinates', latitude, longitude } }),
  }
}

export const tripPages: readonly PublicPage[] = [parks, park, routes, routePage, results, trip]

/**
 * Lists at most `most` paths: the directories, then the busiest routes for up to half of `most`, then motor parks for
 * the rest.
 */
export const listPagePaths: ListPagePaths = async (db, most) => {
  const directories = [parks.path, routes.path]
  const roads = await findRoutes(db, Math.floor(most / 2))
  const served = await findServedParks(db, most - directories.length - roads.length)
  return [
    ...directories,
    ...roads.map(({ from, to }) => `/bookride/${makeRouteSlug(from, to)}`),
    ...served.map((code) => `/ride-board/motor-park/${code}`),
  ]
}
