import { expect, test, vi } from 'vitest'
import { listConnections } from '#contract/lookups/endpoints'
import { cities, cityAliases } from '#server/db/base/places'
import { findPlace } from '#src/features/lookups/find-place.ts'
import { foldAccents } from '#lib/format'
import { suggestPlaces } from '#src/features/lookups/suggest-places.ts'
import { towns } from '#src/features/lookups/towns.ts'
import { matchPlaces } from '#src/features/lookups/match-places.ts'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld({ country: true })
const places = (await world.server.call(listConnections, {})).data.from_cities

/** A typed text, and the city that must come first. */
const expected = `
ph, phc, PHC, ph city, PH City, p h, port harcourt city, port harcort, portharcourt, port harcout, potharcourt, Garden City: port-harcourt
lgs, LGS, lgos, lag, gidi, lagos city, Lagos Nigeria, vi, VI, Lekki, lekky, Berger, Eko, lagoss, lagso, Lagod, Ajah, ikeja, Mile 2, oshodi, surulere, la, las gidi: lagos
Abj, FCT, fct, Abuja FCT, fct abuja, abija, abuj, abjua, Abujah, Wuse, kubwa, gwarimpa, utako, nyanya: abuja
Ib, ibd, Ibadan Oyo State, ibdan, ibadn, Ibandan, iwo road, bodija: ibadan
KD, kd town, kadna, kadunna, kaduan: kaduna
kn, kano city, knao, kanoo: kano
enug, enuggu, coal city, 9th mile: enugu
benin, bennin, bini, benin ciy, beninn: benin-city
onisha, onitcha, onitsa, upper iweka: onitsha
oweri, owere, owerii: owerri
calaba, kalabar: calabar
abeokta, abeokuta, Abẹokuta: abeokuta
shagamu, sagamu, ṣagamu: sagamu
oshogbo, osogbo, oṣogbo: osogbo
ogbomosho, ogbomoso: ogbomoso
ife, ile ife, ileife, oau: ile-ife
ijebu, ijebuode: ijebu-ode
ado, ado ekiti, adoekiti: ado-ekiti
maidugri, maidugari: maiduguri
makudi, mkd: makurdi
sokotto, sokto: sokoto
ilorn, illorin: ilorin
jss, jso, bukuru: jos
wari, wafi, effurun: warri
yenegoa, yenagua: yenagoa
umahia, umuahai: umuahia
uyoo: uyo
akurre, akrue: akure
lokja, lkj: lokoja
bauchy: bauchi
b kebbi, birnin kebi: birnin-kebbi
abakaleke: abakaliki
zazzau, zarai: zaria`
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [written = '', code = ''] = line.split(': ')
    return written.split(', ').map((text) => ({ text, code }))
  })

test('the table has at least 60 short names and slips', () => {
  expect(expected.length).toBeGreaterThanOrEqual(60)
  console.info(`${expected.length} short names and slips of ${places.length} cities`)
})

test.each(expected)('$text means $code', ({ text, code }) => {
  const { places: found, is_guess } = matchPlaces(places, text)
  expect({ first: found[0]?.code, is_guess }).toEqual({ first: code, is_guess: false })
})

test('a short name that is written in full is the place, without a list to choose from', () => {
  const meant = ['PH', 'vi', 'Abj', 'ib', 'KD', 'Mile 2'].map((text) => findPlace(places, text))
  const codes = ['port-harcourt', 'lagos', 'abuja', 'ibadan', 'kaduna', 'lagos']
  expect(meant.map((place) => place?.code)).toEqual(codes)
  expect(findPlace(places, 'ibdan')).toBeUndefined()
})

test('with nothing typed the cities with the most buses stand first', () => {
  const first = matchPlaces(places, '').places.map(({ code }) => code)
  expect(first).toEqual(places.slice(0, 8).map(({ code }) => code))
  expect(first).toContain('lagos')
  const found = matchPlaces(places, 'la').places.map(({ code }) => code)
  expect(found.slice(0, 2)).toEqual(['lagos', 'lafia'])
})

test('what is called like nothing is not replaced by a name that is nothing like it', () => {
  for (const text of ['Timbuktu', 'Zungeru', 'xyz'])
    expect(matchPlaces(places, text)).toEqual({ places: [], is_guess: true })
  const { places: similar, is_guess } = matchPlaces(places, 'Calarabra')
  expect({ first: similar[0]?.code, is_guess }).toEqual({ first: 'calabar', is_guess: true })
  expect(matchPlaces([], 'Lagos')).toEqual({ places: [], is_guess: true })
})

const cityList = cities.map(({ name, code, latitude, longitude }) => ({
  name,
  code,
  latitude,
  longitude,
}))
const cityOf = (code: string) => places.find((place) => place.code === code)

/** Returns the suggestions for a destination: the codes of the places, their distance, and the note. */
function suggest(text: string, from?: string, reachable: typeof places = places) {
  const { places: offered, note } = suggestPlaces(text, {
    field: 'to',
    places: reachable.filter(({ code }) => code !== from),
    known: places,
    other: from === undefined ? undefined : cityOf(from),
    cities: cityList,
  })
  const codes = offered.map((one) => ('km' in one ? `${one.place.code} ${one.km}` : one.code))
  return { codes, note }
}

test.each(['Lekki', 'Ikeja', 'Lagos', 'Eko', 'lekky'])(
  '%s is in Lagos, where the trip starts',
  (text) => {
    const { codes, note } = suggest(text, 'lagos')
    expect(note).toBe('That is in Lagos, where you start.')
    expect(codes).not.toContain('ado-ekiti')
  },
)

test('a town without a bus has the nearest cities by distance', () => {
  expect(suggest('Zungeru')).toEqual({
    codes: [
      expect.stringMatching(/^minna [2-6]\d?$/),
      expect.stringMatching(/^bida /),
      expect.any(String),
    ],
    note: 'No bus with us stops in Zungeru. The nearest places:',
  })
  expect(suggest('Bonny').codes[0]).toMatch(/^port-harcourt /)
  expect(suggest('Zaki Biam').codes[0]).toMatch(/^(?:wukari|gboko) /)
})

test('a city that cannot be reached from the start is named, with the nearest that can', () => {
  const reachable = places.filter(({ code }) => ['zaria', 'kaduna', 'ibadan'].includes(code))
  expect(suggest('Kano', 'lagos', reachable)).toEqual({
    codes: [expect.stringMatching(/^zaria 1[34]\d$/)],
    note: 'No bus goes from Lagos to Kano. The nearest places:',
  })
})

test('an unknown place is told so, and nothing is called near that is not', () => {
  expect(suggest('Timbuktu', 'lagos')).toEqual({
    codes: [],
    note: 'No place is called “Timbuktu”.',
  })
  expect(suggest('Niamey').codes).toEqual([])
  expect(suggest('lafi', 'lagos')).toEqual({ codes: ['lafia'], note: undefined })
})

test('no town without a bus is one of our cities', () => {
  const served = new Set(cities.map(({ name }) => foldAccents(name)))
  expect(towns.filter(({ name }) => served.has(foldAccents(name)))).toEqual([])
  for (const { name, latitude, longitude } of towns) {
    expect([name, latitude > 3 && latitude < 16]).toEqual([name, true])
    expect([name, longitude > -1 && longitude < 17]).toEqual([name, true])
  }
})

test('no alias is the name of another city, and each belongs to a city', () => {
  const codes = new Set(cities.map(({ code }) => code))
  const names = new Set(cities.flatMap(({ code, name }) => [code, name.toLowerCase()]))
  for (const { code, city_code } of cityAliases) {
    expect([code, names.has(code)]).toEqual([code, false])
    expect(codes).toContain(city_code)
    expect(code).toMatch(/^[a-z0-9]+( [a-z0-9]+)*$/)
  }
})

test('a letter typed costs a bounded number of comparisons, and no name is folded twice', () => {
  // The largest number of cities that a list may hold.
  const many = Array.from({ length: 180 }, (_, nth) => ({
    ...(places[nth % places.length] ?? { kind: 'city', code: '', name: '', city: '', state: '' }),
    code: `city-${nth}`,
  })) as typeof places
  matchPlaces(many, 'warm')
  const compared = vi.spyOn(String.prototype, 'charCodeAt')
  const folded = vi.spyOn(String.prototype, 'normalize')
  // Longer than any name: nothing matches, and every name is compared.
  matchPlaces(many, 'xqzxqzxqzxqzxqz')
  const work = { compared: compared.mock.calls.length, folded: folded.mock.calls.length }
  vi.restoreAllMocks()
  const began = performance.now()
  for (let nth = 0; nth < 20; nth += 1) matchPlaces(many, `xqzxqzxqzxqzxqz${nth}`)
  const each = (performance.now() - began) / 20
  console.info(
    `${each.toFixed(2)} ms a letter, ${(6 * each).toFixed(1)} ms at a sixth of the speed`,
  )
  expect(work.folded).toBe(1)
  expect(work.compared).toBeLessThan(500_000)
})
