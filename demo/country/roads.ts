import { cities } from '#server/db/base/places'

/** Road kilometres: World Food Programme logistics assessment and other published figures. */
const known = new Map(
  `
abuja lagos 747 · abuja port-harcourt 647 · abuja enugu 475 · abuja kaduna 188 · abuja kano 445 · abuja maiduguri 853
abuja bauchi 462 · lagos port-harcourt 616 · lagos enugu 560 · lagos kaduna 897 · lagos kano 1130 · lagos maiduguri 1698
lagos bauchi 1206 · port-harcourt enugu 227 · port-harcourt kaduna 789 · port-harcourt kano 1022 · enugu kaduna 614
enugu kano 847 · kaduna kano 235 · kaduna maiduguri 804 · kaduna bauchi 402 · kano maiduguri 564 · kano bauchi 319
maiduguri bauchi 412 · lagos ibadan 128 · lagos benin-city 320 · lagos calabar 680 · abuja jos 300 · lagos abeokuta 100
lagos ilorin 300 · lagos akure 310 · lagos warri 410 · lagos asaba 440 · lagos onitsha 450 · lagos owerri 545
lagos aba 600 · lagos uyo 690 · lagos jos 930 · abuja lokoja 195 · abuja minna 150 · abuja makurdi 290
abuja benin-city 450 · abuja onitsha 430 · abuja owerri 560 · abuja ilorin 480 · abuja sokoto 700 · abuja yola 730
benin-city onitsha 135 · onitsha enugu 107 · onitsha owerri 95 · owerri port-harcourt 105 · aba port-harcourt 65
port-harcourt uyo 130 · port-harcourt calabar 215 · port-harcourt warri 195 · uyo calabar 90 · enugu makurdi 250
kano katsina 170 · kano sokoto 540 · jos bauchi 130 · maiduguri damaturu 130 · ibadan ilorin 160 · asaba onitsha 12
benin-city asaba 130`
    .trim()
    .split(/ · |\n/)
    .map((line) => {
      const [a = '', b = '', km = ''] = line.split(' ')
      return [keyOf(a, b), Number(km)]
    }),
)

function keyOf(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`
}

const byCode = new Map(cities.map((city) => [city.code, city]))

/** Kilometres in a straight line between two cities. */
export function straightKm(a: string, b: string): number {
  const [from, to] = [byCode.get(a), byCode.get(b)]
  if (from === undefined || to === undefined) throw new Error(`no such city: ${a} or ${b}`)
  const rad = Math.PI / 180
  const half = (value: number) => Math.sin((value * rad) / 2) ** 2
  const chord =
    half(to.latitude - from.latitude) +
    Math.cos(from.latitude * rad) *
      Math.cos(to.latitude * rad) *
      half(to.longitude - from.longitude)
  return 12_742 * Math.asin(Math.sqrt(chord))
}

/** Road kilometres between two cities: the published figure, else the straight line and a quarter more. */
export function roadKm(a: string, b: string): number {
  const straight = straightKm(a, b)
  return Math.max(known.get(keyOf(a, b)) ?? Math.round(straight * 1.27), Math.ceil(straight))
}

/** Pairs of cities with runs both ways: departures a day from a hub to each city of its line. */
export const routes = `
lagos 8: abuja ibadan benin-city onitsha enugu owerri port-harcourt
lagos 4: aba asaba warri ilorin akure abeokuta uyo kaduna kano jos calabar awka umuahia abakaliki yenagoa ado-ekiti osogbo ijebu-ode nnewi
lagos 2: lokoja makurdi minna auchi ekpoma nsukka orlu ile-ife ogbomoso sokoto maiduguri bauchi okene agbor sagamu epe ondo
abuja 7: kaduna kano jos lokoja
abuja 4: enugu benin-city onitsha owerri port-harcourt makurdi minna lafia keffi ilorin ibadan zaria gombe bauchi
abuja 2: sokoto yola katsina maiduguri damaturu jalingo birnin-kebbi gusau dutse uyo calabar aba warri asaba akure abakaliki umuahia auchi okene otukpo gboko suleja bida kafanchan osogbo nsukka
port-harcourt 5: aba owerri uyo yenagoa
port-harcourt 3: enugu onitsha calabar warri benin-city umuahia eket
port-harcourt 2: kaduna kano jos makurdi ibadan asaba
onitsha 4: enugu owerri benin-city aba awka asaba
onitsha 2: nnewi warri kaduna kano jos makurdi ibadan calabar uyo
enugu 3: nsukka abakaliki owerri aba makurdi umuahia awka
enugu 2: calabar uyo jos kaduna kano benin-city warri ibadan otukpo
benin-city 3: warri asaba auchi ekpoma akure ibadan agbor sapele
benin-city 2: lokoja owerri aba kaduna ilorin okene owo
kano 4: kaduna zaria katsina jos maiduguri
kano 2: sokoto bauchi gombe dutse hadejia azare potiskum funtua
kaduna 3: zaria jos kafanchan
kaduna 2: katsina sokoto gusau minna bauchi funtua
ibadan 3: ilorin abeokuta osogbo akure ile-ife oyo
ibadan 2: ado-ekiti ijebu-ode ogbomoso kaduna jos ondo ilesa
calabar 2: uyo ikom ogoja aba
uyo 2: aba eket ikot-ekpene umuahia owerri
jos 2: bauchi gombe makurdi lafia yola pankshin
maiduguri 2: damaturu potiskum bauchi yola gombe biu
yola 2: jalingo gombe mubi
sokoto 2: gusau birnin-kebbi
ilorin 2: osogbo akure ado-ekiti lokoja offa
makurdi 2: gboko otukpo lafia wukari
minna 2: bida suleja yauri
lokoja 2: okene kabba
owerri 3: aba orlu umuahia
abakaliki 2: afikpo ogoja
jalingo 2: wukari`
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [hub = '', rest = ''] = line.split(': ')
    const [from = '', perDay = ''] = hub.split(' ')
    return rest.split(' ').map((to) => ({ from, to, per_day: Number(perDay) }))
  })

/** Roads on which one bus sells every stretch between its stops. */
export const lines = `
lagos benin-city asaba onitsha enugu
lagos ibadan ogbomoso ilorin
lagos benin-city agbor asaba onitsha owerri port-harcourt
abuja lokoja okene auchi benin-city
abuja kaduna zaria kano
lagos akure okene lokoja abuja
port-harcourt aba umuahia enugu nsukka
calabar uyo aba owerri onitsha
kano potiskum damaturu maiduguri
abuja keffi lafia makurdi otukpo enugu
jos bauchi gombe yola
lagos sagamu ijebu-ode benin-city warri
ibadan ile-ife akure owo benin-city
kaduna funtua gusau sokoto birnin-kebbi`
  .trim()
  .split('\n')
  .map((line) => line.split(' '))
