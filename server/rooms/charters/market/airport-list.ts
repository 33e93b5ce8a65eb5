import type { CharterPrice } from '#contract/charters/model'
import { addFeeAndVat } from '#contract/charters/price'

/** The base price of a transfer in a small vehicle, and the price of each kilometre, in kobo. */
const startKobo = 900_000
const kmKobo = 42_000

const sizes = [
  { size: 'small', travellers: 4, bags: 5, percent: 100 },
  { size: 'medium', travellers: 14, bags: 18, percent: 165 },
  { size: 'large', travellers: 45, bags: 70, percent: 340 },
] as const

interface Line {
  code: string
  city: string
  name: string
  has_international: boolean
  zones: { code: string; name: string; km: number }[]
}

/**
 * Airports of Nigeria with scheduled flights, one a line: code, city, `*` if international, name; then zones with their
 * distance by road in km.
 */
const airports: Line[] = `
LOS lagos * Murtala Muhammed Airport: Ikeja 6, Yaba and Surulere 17, Victoria Island and Ikoyi 25, Lekki Phase 1 31, Festac and Amuwo 18, Ajah 46, Ikorodu 34, Sango Ota 27
ABV abuja * Nnamdi Azikiwe Airport: Lugbe 12, Central Area and Garki 36, Wuse and Maitama 38, Gwarinpa and Jabi 36, Kubwa 48, Nyanya and Karu 50, Gwagwalada 28
PHC port-harcourt * Port Harcourt Airport, Omagwa: Rumuokoro 20, GRA 31, Trans Amadi 36, Diobu 33, Eleme 48
KAN kano * Mallam Aminu Kano Airport: Sabon Gari 8, Nassarawa 10, Kano city 12, Kumbotso 18
ENU enugu * Akanu Ibiam Airport: Independence Layout 12, Ogui and New Haven 10, Nsukka 72, Awka 74
KAD kaduna - Kaduna Airport: Kaduna North 22, Barnawa 30, Zaria 82
CBQ calabar - Margaret Ekpo Airport: Calabar South 5, Marian 6, Odukpani 30
QOW owerri - Sam Mbakwe Airport: Owerri 23, Orlu 48, Umuahia 62, Aba 62
QRW warri - Osubi Airport: Effurun 8, Warri 14, Sapele 52
BNI benin-city - Benin Airport: Ring Road 4, Ugbowo 11, Auchi 130
ABB asaba - Asaba Airport: Asaba 10, Onitsha 20, Nnewi 44, Agbor 64
QUO uyo - Victor Attah Airport: Uyo 23, Eket 42, Ikot Ekpene 38
IBA ibadan - Ibadan Airport: Bodija 12, Challenge 16, Oyo 52
AKR akure - Akure Airport: Akure 12, Ondo 52, Ado-Ekiti 56
ILR ilorin - General Tunde Idiagbon Airport: Ilorin 10, Offa 62, Ogbomoso 60
JOS jos - Yakubu Gowon Airport, Heipang: Bukuru 16, Jos 29
YOL yola - Yola Airport: Jimeta 6, Yola 12, Mubi 205
MIU maiduguri - Muhammadu Buhari Airport: Maiduguri 9, Konduga 35
SKO sokoto - Sadiq Abubakar III Airport: Sokoto 11, Gusau 215
GMO gombe - Gombe Lawanti Airport: Gombe 20, Kumo 62
KBI birnin-kebbi - Sir Ahmadu Bello Airport: Birnin Kebbi 19, Argungu 72
BCU bauchi - Sir Abubakar Tafawa Balewa Airport: Bauchi 24, Azare 220
QAN awka - Anambra Airport, Umueri: Awka 36, Onitsha 20, Nnewi 48
DUT dutse - Dutse Airport: Dutse 18, Hadejia 110
KTN katsina - Umaru Musa Yar’Adua Airport: Katsina 8, Funtua 165
MDI makurdi - Makurdi Airport: Makurdi 9, Gboko 92
BYE yenagoa - Bayelsa Airport, Amassoma: Yenagoa 28, Sagbama 62
EBY abakaliki - Ebonyi Airport, Onueke: Abakaliki 25, Afikpo 42`
  .trim()
  .split('\n')
  .map((line) => {
    const [, code = '', city = '', sign, name = '', list = ''] =
      /^(\w+) ([\w-]+) ([*-]) ([^:]+): (.+)$/.exec(line) ?? []
    const zones = list.split(', ').map((written) => {
      const [, zone = '', km = '0'] = /^(.+) (\d+)$/.exec(written) ?? []
      return { code: zone.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'), name: zone, km: Number(km) }
    })
    return { code, city, name, has_international: sign === '*', zones }
  })

/** Returns the price between an airport and a zone at this distance: a multiple of ₦500, plus fee and VAT. */
function transferPrice(km: number, percent: number, name: string): CharterPrice {
  const hire = Math.round(((startKobo + km * kmKobo) * percent) / 100 / 50_000) * 50_000
  return addFeeAndVat([{ code: 'transfer', label: `Airport transfer, ${name}`, amount_kobo: hire }])
}

/** Every airport with its zones, and the prices of each zone by vehicle size. */
export const airportList = airports.map(({ zones, ...airport }) => ({
  ...airport,
  meeting_point: airport.has_international
    ? 'Arrivals hall, outside the customs door, by the name board'
    : 'Arrivals gate, by the name board',
  zones: zones.map((zone) => ({
    ...zone,
    prices: sizes.map(({ size, travellers, bags, percent }) => ({
      size,
      travellers,
      bags,
      price: transferPrice(zone.km, percent, zone.name),
    })),
  })),
}))

/** Finds an airport by its code, such as `LOS`. */
export const findAirport = (code: string) => airportList.find((one) => one.code === code)
