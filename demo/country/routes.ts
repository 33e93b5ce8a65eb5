import { cities } from '#server/db/base/places'
import { measureRouteKm } from '#server/db/base/distances'

const byCode = new Map(cities.map((city) => [city.code, city]))

/** Returns kilometres by road between two cities of the demo country. */
export function measureDemoRouteKm(a: string, b: string): number {
  const [from, to] = [byCode.get(a), byCode.get(b)]
  if (from === undefined || to === undefined) throw new Error(`unknown city: ${a} or ${b}`)
  return measureRouteKm(from, to)
}

/**
 * Pairs of cities with buses in both directions. Each line: a hub, the number of buses a day from the hub to each city,
 * and these cities.
 */
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

/** Routes on which one bus sells every part between two of its stops. */
export const multiStopRoutes = `
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
