import type { BusinessCategory } from '#contract/businesses/rules'

/** First words of business names. No real firm is meant. */
export const businessNameBeginnings = [
  'Agbara',
  'Amber',
  'Asanwa',
  'Baobab',
  'Blue Kite',
  'Calabash',
  'Dawaki',
  'Ebony',
  'Fura',
  'Golden Maize',
  'Hibiscus',
  'Ijele',
  'Jagaban',
  'Kulli',
  'Lantana',
  'Masquerade',
  'Ndidi',
  'Orimili',
  'Pepperfruit',
  'Quiet Drum',
  'Raffia',
  'Sahel',
  'Tamarind',
  'Udara',
  'Velvet Palm',
  'White Heron',
  'Yam Barn',
  'Zobo',
  'Adire',
  'Bitter Kola',
] as const

/** Names, descriptions and opening hours by kind of business. */
export const businessKindTexts: Record<
  BusinessCategory,
  {
    second: readonly string[]
    about: readonly string[]
    opens: number
    closes: number
    days: readonly number[]
  }
> = {
  'guest-house': {
    second: ['Guest House', 'Lodge', 'Rest House', 'Travellers’ Inn'],
    about: [
      'Clean rooms with a fan or air conditioning, a lock on every door and a night guard at the gate. Late arrivals call from the bus.',
      'Twelve rooms five minutes’ walk from the park. Water and light all night; women travelling alone get rooms by the reception.',
      'Family house with breakfast. We walk guests from the park to the gate when the bus comes in after dark.',
    ],
    opens: 0,
    closes: 1440,
    days: [0, 1, 2, 3, 4, 5, 6],
  },
  food: {
    second: ['Kitchen', 'Buka', 'Canteen', 'Mama Put'],
    about: [
      'Rice, swallow and soups cooked fresh each morning, with packs to carry on the bus.',
      'Hot meals from before the first bus leaves. Transfer and cash, and clean toilets for guests.',
      'Amala, pounded yam, ofada and pepper soup. Ask for a pack for the road.',
    ],
    opens: 330,
    closes: 1290,
    days: [0, 1, 2, 3, 4, 5, 6],
  },
  cargo: {
    second: ['Cargo Counter', 'Waybill Office', 'Parcel Point'],
    about: [
      'Accepts goods for the night coaches and delivers what has arrived. Every parcel is weighed, tagged and written down.',
      'Cartons, bags of foodstuff, spare parts and documents to all states by the next bus.',
    ],
    opens: 360,
    closes: 1200,
    days: [0, 1, 2, 3, 4, 5],
  },
  'car-hire': {
    second: ['Car Hire', 'Drive', 'Rides'],
    about: [
      'Cars and small buses with a driver, by the hour or the day. Fuel is in the price inside town.',
      'Airport and village trips from the park. We share the plate and the driver’s phone before you pay.',
    ],
    opens: 360,
    closes: 1320,
    days: [0, 1, 2, 3, 4, 5, 6],
  },
  tyres: {
    second: ['Tyres', 'Vulcanizer', 'Tyre Centre'],
    about: [
      'New and fairly used tyres, balancing and puncture repair while you wait.',
      'Tyres for Sienna, Hiace and Coaster. Gauge and air are free for drivers who stop by.',
    ],
    opens: 390,
    closes: 1170,
    days: [0, 1, 2, 3, 4, 5],
  },
  towing: {
    second: ['Towing', 'Rescue', 'Recovery'],
    about: [
      'Tow trucks for cars and buses on this stretch of road, day and night. Tell us the kilometre board you see.',
      'Breakdown help within the hour on the main roads out of town, with a mechanic in the cab.',
    ],
    opens: 0,
    closes: 1440,
    days: [0, 1, 2, 3, 4, 5, 6],
  },
  insurance: {
    second: ['Insurance Desk', 'Cover Agency', 'Brokers'],
    about: [
      'Third-party and comprehensive cover for cars and buses, goods in transit and travel. Certificates are printed here.',
      'Helps with claims after an accident on the road, and with goods that did not arrive.',
    ],
    opens: 540,
    closes: 1020,
    days: [0, 1, 2, 3, 4],
  },
}

/** Descriptions of a spot in a motor park, for addresses. */
export const parkSpots = [
  'opposite the main gate',
  'beside the filling station',
  'second gate, shop 14',
  'behind the ticket counters',
  'by the footbridge',
  'at the roundabout',
] as const
