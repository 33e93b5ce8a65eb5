import type { ParcelClaimInput } from '#contract/parcels/claims'
import type { ParcelEventKind } from '#contract/parcels/rules'

/** The outcome of a demo parcel: a state, or a name for a state with further details. */
type Fate =
  | Exclude<ParcelEventKind, 'delivered'>
  | 'delivered'
  | 'unpaid'
  | 'lapsed'
  | 'paid'
  | 'cancelled'
  | 'overdue'
  | 'opened'
  | 'soaked'

export interface DemoParcel {
  /** The sender's index in `demoPeople`. */
  sender: number
  /** Codes of cities. */
  from: string
  to: string
  /** The code of the operator that must carry the parcel; any operator if omitted. */
  operator?: string
  fate: Fate
  /** The departure of the parcel's bus, hours from now. */
  leaves: number
  size: string
  type: string
  value_kobo: number
  contents: string
  note: string
  add_ons: string[]
  to_door: boolean
}

/** Goods that people send, one a line: size | type | value in naira | contents | add-ons | a note. */
const goods = `
small | clothes | 38000 | Six yards of ankara and a gele | | Keep dry
medium | spare_parts | 64000 | Brake pads and a clutch plate for a Hilux | carton
small | books | 21000 | School books for JSS 2 and four notebooks |
medium | dry_food | 45000 | Smoked catfish, ogbono and crayfish in closed bags | wrap | Keep away from the engine
sack | farm_produce | 52000 | Sweet potatoes from Kaduna |
envelope | documents | 0 | Land papers, two copies |
small | beauty | 33000 | Shea butter, black soap and hair cream | wrap
large | household | 78000 | Curtains and two bedsheets | carton
small | electronics | 96000 | A used phone in its carton | full_cover
medium | clothes | 120000 | Two agbada for a naming ceremony | full_cover
small | fragile | 41000 | Twelve glass cups, padded | fragile carton | Keep upright
large | farm_produce | 36000 | Onions in two bags |
envelope | certificates | 50000 | WAEC certificate and birth certificate | full_cover
small | dry_food | 18000 | Kilishi and dambun nama |`
  .trim()
  .split('\n')
  .map((line) => {
    const [size = '', type = '', naira = '', contents = '', add_ons = '', note = ''] =
      line.split(/ ?\| ?/)
    const chosen = add_ons === '' ? [] : add_ons.split(' ')
    return { size, type, value_kobo: Number(naira) * 100, contents, note, add_ons: chosen }
  })

/**
 * Columns: index of the sender | from | to | outcome | hours from now to departure | index in `goods`. After the last
 * index, `+` means delivery to the door, and `by` is followed by the operator.
 */
const parcels = `
0 | lagos | abuja | unpaid | 30 | 0
1 | kano | lagos | unpaid | 26 | 13
0 | lagos | ibadan | paid | 20 | 2
1 | kaduna | abuja | paid | 24 | 4
0 | lagos | benin-city | received | 5 | 6
1 | abuja | jos | received | 5 | 1
0 | lagos | enugu | loaded | -0.3 | 7
1 | kano | abuja | in_transit | -3 | 11
0 | lagos | kano | in_transit | -5 | 1
0 | lagos | abuja | at_hub | -6 | 9
1 | abuja | kano | at_hub | -4 | 8
0 | lagos | ibadan | ready_for_pickup | -20 | 3
1 | kano | kaduna | ready_for_pickup | -30 | 13
0 | lagos | warri | overdue | -240 | 7
0 | lagos | abuja | out_for_delivery | -22 | 10 +
1 | abuja | enugu | out_for_delivery | -20 | 5 +
0 | lagos | onitsha | delivered | -80 | 0
0 | lagos | port-harcourt | delivered | -310 | 1
1 | kaduna | kano | delivered | -150 | 2
1 | abuja | lagos | delivered | -520 | 12
0 | lagos | akure | on_hold | 6 | 6
0 | lagos | aba | damaged | -60 | 10
1 | abuja | owerri | lost | -260 | 8
0 | lagos | calabar | return_in_transit | -330 | 3
1 | abuja | port-harcourt | returned | -500 | 11
1 | abuja | makurdi | cancelled | 22 | 4
0 | lagos | uyo | lapsed | -40 | 5
0 | lagos | kaduna | opened | -70 | 13 by harmattan-lines
1 | kano | abuja | soaked | -90 | 0 by harmattan-lines`

/** Parcels of the demo's people, in every state. */
export const demoParcels: readonly DemoParcel[] = parcels
  .trim()
  .split('\n')
  .map((line) => {
    const [who, from = '', to = '', fate = '', leaves, what = ''] = line.split(' | ')
    const [place, way, operator] = what.split(' ')
    return {
      sender: Number(who),
      from,
      to,
      fate: fate as Fate,
      leaves: Number(leaves),
      ...goodsAt(Number(place)),
      to_door: way === '+',
      ...(way === 'by' && operator !== undefined && { operator }),
    }
  })

function goodsAt(place: number) {
  const found = goods[place % goods.length]
  if (found === undefined) throw new Error('there are goods')
  return found
}

/** A claim of the demo. `asked_kobo`: by default the whole cover. `made`, `answered`: days ago. */
interface DemoClaim extends Pick<ParcelClaimInput, 'kind' | 'words'> {
  asked_kobo?: number
  recommended?: { pay_kobo: number; words: string }
  /** The answer of our staff. */
  answer?: string
  made: number
  answered: number
}

export const demoClaims: Partial<Record<Fate, DemoClaim>> = {
  damaged: {
    kind: 'damaged',
    words: 'The carton was wet and four of the glass cups are broken.',
    asked_kobo: 1_400_000,
    made: 0.5,
    answered: 0,
  },
  opened: {
    kind: 'missing',
    words: 'The tape was cut and one of the two bags of kilishi was gone.',
    asked_kobo: 650_000,
    made: 1.2,
    answered: 0,
  },
  soaked: {
    kind: 'damaged',
    words: 'Rain came into the boot. The ankara is stained and cannot be sold.',
    asked_kobo: 1_500_000,
    recommended: { pay_kobo: 800_000, words: 'The boot leaked, but the gele is dry.' },
    made: 1.8,
    answered: 0.6,
  },
  lost: {
    kind: 'lost',
    words: 'It was loaded and never came out of the bus. The park has no record of it.',
    answer: 'We could not find your parcel, so we will pay you its full value. We are sorry.',
    made: 6,
    answered: 2,
  },
}

/** Routes of the demo's parcels in transit, as pairs of cities. */
const transitRoutes = [
  ['lagos', 'abuja'],
  ['abuja', 'kano'],
  ['lagos', 'onitsha'],
  ['kano', 'abuja'],
] as const

/** How many parcels are in transit at the same time. */
export const maxMovingParcels = transitRoutes.length

/** The same number gives the same parcel. */
export function makeMovingParcel(number: number): DemoParcel {
  const road = number % transitRoutes.length
  const [from, to] = transitRoutes[road] ?? transitRoutes[0]
  const bus = { from, to, leaves: 5, fate: 'paid' } as const
  return { sender: road % 2, ...bus, ...goodsAt(number), to_door: false }
}

const receivers = `
Funke Adeyemi · Chinedu Eze · Aisha Bello · Emeka Nwosu · Zainab Sani · Tunde Bakare · Ngozi Obi · Ibrahim Garba
Blessing Effiong · Pam Dung · Kemi Ojo · Sadiq Lawal · Ebere Okon · Terhemba Iorfa`
  .trim()
  .split(/ · |\n/)

const drivers = `
Sunday Adebayo, KJA-418XA · Musa Danladi, ABC-907KD · Ikechukwu Ani, ENU-233BT · Garba Shehu, KAN-651ZR
Festus Omoruyi, BEN-774LA · Aliyu Tanko, KUJ-120FC`
  .trim()
  .split(/ · |\n/)
  .map((line) => {
    const [name = '', plate = ''] = line.split(', ')
    return { name, plate }
  })

// These numbers follow our own number, and nobody else has them.
const numberFrom = (first: number, at: number) => `+234700925${first + at}`

/** Returns the receiver of the parcel with this number, the same for the same number. */
export function makeReceiver(number: number): { full_name: string; phone: string } {
  const at = number % receivers.length
  return { full_name: receivers[at] ?? '', phone: numberFrom(4101, at) }
}

/** Returns the driver that a parcel's loading scan names. */
export function makeDriver(number: number) {
  const at = number % drivers.length
  const { name = '', plate = '' } = drivers[at] ?? {}
  return { driver_name: name, driver_phone: numberFrom(4201, at), plate }
}
