import { makeSeededRandom } from '#tests/load/run/seeded-random'
import { aZip, joinCsvLines } from './feeds.ts'

/** The content of a headway timetable. The same values make the same file. */
export interface HeadwayFeed {
  name: string
  zone: string
  /** The centre; stations are within two degrees of it. */
  at: readonly [latitude: number, longitude: number]
  routes: number
  trips: number
  frequencies: number
  stops: number
  /** The number of stops of a trip. */
  calls: number
  /** The minutes between two departures of a window. */
  headway: number
}

/** As large as the feeds that once blocked the job that makes departures: about 1.6 million departures in a month. */
export const manyRoutesFeed: HeadwayFeed = {
  name: 'Many Routes',
  zone: 'Africa/Nairobi',
  at: [-1.3, 36.8],
  routes: 277,
  trips: 554,
  frequencies: 554,
  stops: 1400,
  calls: 16,
  headway: 11,
}

/**
 * As large as the other feed that once blocked this job, with several windows per trip: about 1.1 million departures in
 * a month.
 */
export const manyWindowsFeed: HeadwayFeed = {
  name: 'Many Windows',
  zone: 'Africa/Casablanca',
  at: [33.5, -7.6],
  routes: 136,
  trips: 272,
  frequencies: 792,
  stops: 700,
  calls: 12,
  headway: 8,
}

/** Returns a feed with a share of the routes, trips and windows, and departures as often as before. */
export function scaleFeed(feed: HeadwayFeed, share: number): HeadwayFeed {
  const part = (count: number) => Math.max(1, Math.round(count * share))
  const { routes, trips, frequencies, stops } = feed
  return {
    ...feed,
    routes: part(routes),
    trips: part(trips),
    frequencies: part(frequencies),
    stops: Math.max(feed.calls * 2, part(stops)),
  }
}

/** A small timetable of 60 trips at fixed hours, as an operator sends one every week. */
export const sixtyTripsFeed: HeadwayFeed = {
  name: 'Sixty Trips',
  zone: 'Africa/Lagos',
  at: [7.4, 4.2],
  routes: 10,
  trips: 60,
  frequencies: 0,
  stops: 40,
  calls: 6,
  headway: 0,
}

/** Writes the zip of a feed; `shift_minutes` moves every departure, as a new edition does. Returns its path. */
export function aHeadwayFeed(feed: HeadwayFeed, shift_minutes = 0): string {
  const slug = feed.name.toLowerCase().replaceAll(' ', '-')
  return aZip(
    {
      'agency.txt': joinCsvLines(
        'agency_id,agency_name,agency_url,agency_timezone',
        `a,${feed.name},https://${slug}.example,${feed.zone}`,
      ),
      'stops.txt': joinCsvLines('stop_id,stop_name,stop_lat,stop_lon', ...stopsOf(feed)),
      'routes.txt': joinCsvLines(
        'route_id,agency_id,route_short_name,route_long_name,route_type',
        ...numbered(feed.routes, (n) => `R${n},a,${n},Line ${n},3`),
      ),
      'calendar.txt': joinCsvLines(
        'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date',
        'daily,1,1,1,1,1,1,1,20010101,20991231',
      ),
      'trips.txt': joinCsvLines(
        'route_id,service_id,trip_id',
        ...numbered(feed.trips, (n) => `R${n % feed.routes},daily,T${n}`),
      ),
      'stop_times.txt': joinCsvLines(
        'trip_id,arrival_time,departure_time,stop_id,stop_sequence',
        ...numbered(feed.trips, (n) => timesOf(feed, n, shift_minutes)).flat(),
      ),
      ...(feed.frequencies > 0 && {
        'frequencies.txt': joinCsvLines(
          'trip_id,start_time,end_time,headway_secs,exact_times',
          ...numbered(feed.frequencies, (n) => windowOf(feed, n)),
        ),
      }),
    },
    `${slug}.zip`,
  )
}

const numbered = <T>(count: number, make: (n: number) => T) =>
  Array.from({ length: count }, (_, n) => make(n))

/** Stations in ten places within two degrees, so that trips go from place to place. */
function stopsOf({ at, stops }: HeadwayFeed): string[] {
  const dice = makeSeededRandom(7)
  const places = numbered(10, () => at.map((degrees) => degrees + dice.number(-200, 200) / 100))
  return numbered(stops, (n) => {
    const [latitude = 0, longitude = 0] = places[n % places.length] ?? []
    const near = (degrees: number) => (degrees + dice.number(-80, 80) / 1000).toFixed(4)
    return `S${n},Stage ${n},${near(latitude)},${near(longitude)}`
  })
}

function timesOf({ stops, calls, routes }: HeadwayFeed, trip: number, shift: number): string[] {
  const starts = 360 + (trip % 60) * 10 + shift
  const from = (trip % routes) * 5
  return numbered(calls, (call) => {
    const order = trip % 2 === 0 ? call : calls - 1 - call
    const time = clock(starts + call * 20)
    return `T${trip},${time},${time},S${(from + order) % stops},${call}`
  })
}

/** Returns the line of the nth window. The windows of a trip follow each other through the day. */
function windowOf({ trips, frequencies, headway }: HeadwayFeed, n: number): string {
  const windows = Math.ceil(frequencies / trips)
  const long = Math.floor(1020 / windows)
  const starts = 300 + Math.floor(n / trips) * long
  return `T${n % trips},${clock(starts)},${clock(starts + long)},${headway * 60},1`
}

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`
