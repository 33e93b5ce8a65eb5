import type { Occasion } from '#contract/charters/rules'
import type { CharterState } from '#contract/charters/trips/rules'

/** A charter of the demo: customer, place, start (days from now) and outcome. */
export interface DemoCharter {
  owner: 0 | 1
  from: string
  to: string
  kind: 'one_way' | 'round_trip' | 'days'
  occasion: Occasion | undefined
  days: number
  travellers: number
  starts: number
  fate: CharterState | 'driver' | 'reviewed'
  provider: 'paystack' | 'flutterwave'
}

type Line = [
  owner: 0 | 1,
  road: string,
  kind: DemoCharter['kind'],
  occasion: Occasion | '',
  days: number,
  travellers: number,
  starts: number,
  fate: DemoCharter['fate'],
]

const lines: Line[] = [
  [0, 'lagos ibadan', 'round_trip', 'wedding', 1, 14, -24, 'reviewed'],
  [0, 'lagos abeokuta', 'round_trip', 'church', 1, 13, -11, 'completed'],
  [0, 'lagos benin-city', 'one_way', 'burial', 1, 6, 9, 'cancelled'],
  [0, 'abuja kaduna', 'round_trip', 'company', 2, 6, 3, 'operator_cancelled'],
  [0, 'lagos ibadan', 'days', 'school', 1, 14, 0, 'under_way'],
  [0, 'lagos ijebu-ode', 'round_trip', 'wedding', 1, 14, 2, 'driver'],
  [0, 'lagos enugu', 'round_trip', 'burial', 4, 14, 24, 'booked'],
  [0, 'lagos akure', 'round_trip', 'wedding', 2, 12, 33, 'paid'],
  [0, 'port-harcourt owerri', 'days', '', 2, 6, 12, 'expired'],
  [0, 'lagos ibadan', 'days', 'other', 1, 4, 15, 'awaiting_payment'],
  [1, 'kano kaduna', 'round_trip', 'company', 2, 6, -18, 'reviewed'],
  [1, 'abuja jos', 'one_way', 'camp', 1, 14, -9, 'completed'],
  [1, 'abuja lokoja', 'round_trip', 'church', 1, 26, 1, 'lapsed'],
  [1, 'abuja minna', 'round_trip', 'school', 1, 14, 18, 'paid'],
  [1, 'kano zaria', 'days', 'wedding', 1, 4, 27, 'booked'],
]

export const demoCharters: DemoCharter[] = lines.map(
  ([owner, road, kind, occasion, days, travellers, starts, fate], index) => {
    const [from = '', to = ''] = road.split(' ')
    const provider = index % 2 === 0 ? 'paystack' : 'flutterwave'
    const named = occasion === '' ? undefined : occasion
    return { owner, from, to, kind, occasion: named, days, travellers, starts, fate, provider }
  },
)

/** A request of the demo and its outcome. `offered`: two operators have answered it. */
export interface DemoRequest {
  owner: 0 | 1
  from: string
  to: string
  occasion: Occasion
  travellers: number
  starts: number
  needs: string
  fate: 'open' | 'offered' | 'accepted' | 'withdrawn' | 'expired'
}

export const demoRequests: DemoRequest[] = [
  {
    owner: 0,
    from: 'lagos',
    to: 'abeokuta',
    occasion: 'wedding',
    travellers: 26,
    starts: 40,
    needs: 'Ribbons on the bus, and room for two coolers.',
    fate: 'offered',
  },
  {
    owner: 0,
    from: 'abuja',
    to: 'makurdi',
    occasion: 'burial',
    travellers: 14,
    starts: 30,
    needs: 'We leave before dawn.',
    fate: 'accepted',
  },
  {
    owner: 0,
    from: 'lagos',
    to: 'benin-city',
    occasion: 'church',
    travellers: 40,
    starts: 22,
    needs: 'A microphone for the choir.',
    fate: 'withdrawn',
  },
  {
    owner: 1,
    from: 'abuja',
    to: 'kaduna',
    occasion: 'company',
    travellers: 6,
    starts: 20,
    needs: 'Invoices to the company.',
    fate: 'expired',
  },
  {
    owner: 1,
    from: 'kano',
    to: 'katsina',
    occasion: 'wedding',
    travellers: 4,
    starts: 26,
    needs: 'An SUV, if there is one.',
    fate: 'offered',
  },
  {
    owner: 1,
    from: 'abuja',
    to: 'lokoja',
    occasion: 'camp',
    travellers: 200,
    starts: 35,
    needs: 'Several coaches for a batch.',
    fate: 'open',
  },
]

/** Reviews of vehicles, by the charter's number. */
export const vehicleReviews = [
  'The driver was there before six and knew every bad stretch. The cooling held all day.',
  'Clean, quiet, and nobody asked us for fuel money on the road. We will take it again.',
]

const drivers = [
  'Musa Danladi',
  'Chinedu Okoro',
  'Tunde Bakare',
  'Ibrahim Sule',
  'Efe Omoruyi',
  'Garba Lawal',
]

/** Returns the driver of a charter, the same for the same number. */
export const makeCharterDriver = (number: number, plate: string) => ({
  name: drivers[number % drivers.length] ?? 'Musa Danladi',
  phone: `+23470092561${String(10 + (number % 90))}`,
  plate,
})
