import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { Db } from '#server/db/client'
import { vehicles } from '#server/db/base/vehicles'
import { sql } from '#server/db/sql'

/** A compressed file, with the size that it claims to have. */
export type PackedFile = { deflated: Buffer; size: number }

/** The files of a feed by name; null leaves one of the small feed's files out. */
export type FeedText = Record<string, string | Buffer | PackedFile | null>

/**
 * A feed of two operators between Lagos and Accra that runs every day of this century, with the difficulties of real
 * feeds: a byte order mark, CRLF, quotes, columns in any order and unknown ones, short rows, an operator called NULL,
 * bays of a station, gaps in times, hours beyond midnight.
 */
export const smallFeed: FeedText = {
  'agency.txt':
    '\uFEFFagency_id,agency_name,agency_url,agency_timezone,agency_phone\r\n' +
    'u,NULL,https://null.example,Africa/Accra,\r\n' +
    'k,"Kwame, ""Sons"" & Co",https://k.example,Africa/Accra,+233302123456\r\n',
  'stops.txt': joinCsvLines(
    'stop_lon,stop_name,favourite_colour,stop_id,stop_lat,location_type,parent_station,zone_id',
    '3.39,Jibowu,red,J,6.51,1,,',
    '3.39,Jibowu bay 1,,J1,6.51,0,J,west',
    '-0.20,Kaneshie,,K,5.56,,,east',
    '-0.21,Tema,,T,5.67,,,east',
    '-0.22,Circle,,C,5.57,,,middle',
    ',Nowhere,,N,,,,',
  ),
  'routes.txt': joinCsvLines(
    'route_id,agency_id,route_short_name,route_long_name,route_type',
    'R1,u,1,Jibowu to Kaneshie,3',
    'R2,k,2,Kaneshie to Tema,700',
  ),
  'calendar.txt': joinCsvLines(
    'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date',
    'daily,1,1,1,1,1,1,1,20010101,20991231',
    'never,0,0,0,0,0,0,0,20010101,20991231',
  ),
  'calendar_dates.txt': joinCsvLines(
    'service_id,date,exception_type',
    'daily,20261225,2',
    'once,20990101,1',
  ),
  'trips.txt': joinCsvLines(
    'route_id,service_id,trip_id,trip_headsign',
    'R1,daily,A,Kaneshie',
    'R2,daily,B,',
    'R2,once,O',
  ),
  'stop_times.txt': joinCsvLines(
    'trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type',
    'A,7:00:00,7:10:00,J1,10,,1',
    'A,,,C,20,1',
    'A,,,T,30',
    'A,25:10:00,25:10:00,K,40,1,0',
    'B,6:00:00,6:00:00,K,1',
    'B,6:45:00,6:45:00,T,2',
    'O,6:00:00,6:00:00,K,1',
    'O,6:45:00,6:45:00,T,2',
  ),
  'frequencies.txt': joinCsvLines(
    'trip_id,start_time,end_time,headway_secs,exact_times',
    'B,6:00:00,8:00:00,1800,0',
    'B,23:30:00,24:30:00,1800,1',
  ),
}

/** Joins the lines of a file with LF, and adds one at its end. */
export function joinCsvLines(...lines: string[]): string {
  return `${lines.join('\n')}\n`
}

/** Writes the small feed with some files changed as a zip; returns its path. */
export function aFeed(changes: FeedText = {}, file = 'small.zip'): string {
  return aZip({ ...smallFeed, ...changes }, file)
}

/**
 * Writes files as a zip in a new directory; returns its path. Only files of the type `PackedFile` are stored
 * compressed.
 */
export function aZip(files: FeedText, file = 'feed.zip'): string {
  const path = join(mkdtempSync(join(tmpdir(), 'waka-feed-')), file)
  writeFileSync(path, zipped(files))
  return path
}

function zipped(files: FeedText): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    if (text === null) continue
    const isPacked = typeof text === 'object' && 'deflated' in text
    const bytes = isPacked ? text.deflated : Buffer.from(text)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(isPacked ? 8 : 0, 4)
    common.writeUInt32LE(isPacked ? 0 : crc32(bytes), 10)
    common.writeUInt32LE(bytes.length, 14)
    common.writeUInt32LE(isPacked ? text.size : bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    common.copy(central, 6)
    central.writeUInt32LE(offset, 42)
    centrals.push(central, Buffer.from(name))
    locals.push(Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), bytes)
    offset += 30 + name.length + bytes.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(centrals.length / 2, 8)
  end.writeUInt16LE(centrals.length / 2, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

/**
 * Returns a text repeated to `megabytes`, compressed as far as possible: a block of 8 MB is compressed once and
 * repeated.
 */
export function packRepeated(text: string, megabytes: number): PackedFile {
  const block = Buffer.from(text.repeat(Math.ceil(8_388_608 / text.length)))
  const packed = deflateRawSync(block, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const times = Math.ceil((megabytes * 1_048_576) / block.length)
  const end = Buffer.from([3, 0])
  return {
    deflated: Buffer.concat([...Array.from({ length: times }, () => packed), end]),
    size: block.length * times,
  }
}

/** Writes the parts of a country that an import needs: the vehicles, and Lagos. */
export async function aSmallCountry(db: Db): Promise<void> {
  await sql`
    insert into vehicle_type (code, name, size, seats, layout, sellable)
    select code, name, size, seats, layout, sellable
    from jsonb_populate_recordset(null::vehicle_type, ${JSON.stringify(vehicles)}::jsonb)`.execute(
    db,
  )
  await sql`insert into state (code, name, zone) values ('LA', 'Lagos', 'South West')`.execute(db)
  await sql`
    insert into city (code, name, state_code, latitude, longitude) values ('lagos', 'Lagos', 'LA', 6.52, 3.38)`.execute(
    db,
  )
}

/**
 * Makes a feed of one operator with one trip for each list of stops, every day. The first stop is just after 06:00, and
 * the others follow an hour apart.
 */
function aCountryFeed(zone: string, stops: string[], lines: string[][]): FeedText {
  const trips = lines.map((_, n) => `L${n},daily,T${n}`)
  const times = lines.flatMap((line, n) =>
    line.map((stop, nth) => {
      const time = `${6 + nth}:${String(n).padStart(2, '0')}:00`
      return `T${n},${time},${time},${stop},${nth}`
    }),
  )
  return {
    'agency.txt': joinCsvLines(
      'agency_id,agency_name,agency_url,agency_timezone',
      `x,National Coaches,https://x.example,${zone}`,
    ),
    'stops.txt': joinCsvLines(
      'stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station',
      ...stops,
    ),
    'routes.txt': joinCsvLines(
      'route_id,agency_id,route_short_name,route_long_name,route_type',
      ...lines.map((line, n) => `L${n},x,${n},${line.join(' - ')},3`),
    ),
    'calendar.txt': String(smallFeed['calendar.txt']),
    'calendar_dates.txt': null,
    'frequencies.txt': null,
    'trips.txt': joinCsvLines('route_id,service_id,trip_id', ...trips),
    'stop_times.txt': joinCsvLines(
      'trip_id,arrival_time,departure_time,stop_id,stop_sequence',
      ...times,
    ),
  }
}

/**
 * Makes a feed of coaches between towns of Morocco: 13 invented stations in 8 towns, near the positions of real towns.
 */
export function aMoroccoLikeFeed(zone = 'Africa/Casablanca'): FeedText {
  return aCountryFeed(
    zone,
    [
      'CV,Casa-Voyageurs,33.590,-7.590,1,',
      'CP,Casa-Port,33.599,-7.612,1,',
      'CO,Casa-Oasis,33.555,-7.631,1,',
      'MO,Mohammedia,33.687,-7.383,1,',
      'RV,Rabat-Ville,34.021,-6.840,1,',
      'RA,Rabat-Agdal,34.008,-6.852,1,',
      'SA,Salé,34.053,-6.749,1,',
      'ST,Salé-Tabriquet,34.040,-6.770,1,',
      'SE,Settat,32.996,-7.617,1,',
      'MA,Marrakech,31.630,-8.015,1,',
      'FE,GARE DE FÈS,34.019,-5.042,1,',
      'TV,Tanger-Ville,35.764,-5.834,1,',
      'TB,Tanger Al Boraq,35.738,-5.815,1,',
    ],
    [
      ['CV', 'SE', 'MA'],
      ['MA', 'SE', 'CO', 'CV'],
      ['CP', 'MO', 'RA', 'RV', 'ST', 'SA'],
      ['CV', 'RA', 'TB', 'TV'],
      ['RV', 'FE'],
    ],
  )
}

/**
 * Makes a feed of coaches of Benin that also go to Lagos. It has stations near Nigeria, a station that is known only by
 * its bays, and a bay that has only its station's coordinates.
 */
export function aBeninLikeFeed(zone = 'Africa/Porto-Novo'): FeedText {
  return aCountryFeed(
    zone,
    [
      'CO,Gare routière de Cotonou,,,1,',
      'CO1,Cotonou quai 1,6.364,2.440,0,CO',
      'CO2,Cotonou quai 2,6.368,2.442,0,CO',
      'PN,Porto-Novo Ouando,6.498,2.630,,',
      'AC,Abomey-Calavi,6.449,2.356,,',
      'PA,PARAKOU GARE,9.337,2.630,1,',
      'PA1,Parakou quai,,,0,PA',
      'LA,Jibowu,6.515,3.370,,',
    ],
    [
      ['CO1', 'PN', 'LA'],
      ['LA', 'PN', 'CO2'],
      ['CO2', 'AC', 'PA1'],
    ],
  )
}

/**
 * Writes a large feed with `count` stop_times: trips of 40 stops on 100 routes over 2,000 stops, on Sundays. Returns
 * its path.
 */
export function aLargeFeed(count: number): string {
  const times: string[] = ['trip_id,arrival_time,departure_time,stop_id,stop_sequence']
  const trips: string[] = ['route_id,service_id,trip_id']
  const clock = (minutes: number) =>
    `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:00`
  for (let trip = 0; trip < count / 40; trip += 1) {
    trips.push(`R${trip % 100},daily,T${trip}`)
    for (let stop = 0; stop < 40; stop += 1) {
      const time = clock(240 + (trip % 1200) + stop * 3)
      times.push(`T${trip},${time},${time},S${((trip % 100) * 20 + stop) % 2000},${stop}`)
    }
  }
  const stops = Array.from(
    { length: 2000 },
    (_, n) => `S${n},Stop ${n},${5.5 + (n % 50) / 100},${-0.5 + n / 5000}`,
  )
  const routes = Array.from({ length: 100 }, (_, n) => `R${n},u,,Line ${n},3`)
  return aZip({
    'agency.txt': joinCsvLines(
      'agency_id,agency_name,agency_url,agency_timezone',
      'u,Large,https://l.example,Africa/Accra',
    ),
    'stops.txt': joinCsvLines('stop_id,stop_name,stop_lat,stop_lon', ...stops),
    'routes.txt': joinCsvLines(
      'route_id,agency_id,route_short_name,route_long_name,route_type',
      ...routes,
    ),
    'calendar.txt': String(smallFeed['calendar.txt']).replace(
      'daily,1,1,1,1,1,1',
      'daily,0,0,0,0,0,0',
    ),
    'trips.txt': trips.join('\n'),
    'stop_times.txt': times.join('\n'),
  })
}
