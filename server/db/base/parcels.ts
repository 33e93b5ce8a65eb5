/** Parses lines `code | name | hint | last`, in order of display. The meaning of `last` depends on the list. */
const listed = (lines: string) =>
  lines
    .trim()
    .split('\n')
    .map((line, position) => {
      const [code = '', name = '', hint = '', last = ''] = line.split(' | ')
      return { code, name, hint, position, last }
    })

/** Parcel services, in order of display. */
export const serviceTypes = listed(`
next_departure | Next bus | Goes with the first bus that has room, usually the same day.
chosen_departure | A bus you choose | Goes with the departure you choose. Be at the counter an hour before.
to_the_door | To the door | Goes with the next bus, then by rider to the receiver’s address in the city.`)

/** `last` is the price in naira, before VAT. */
const addOnLines = listed(`
carton | Strong carton | We pack it into a new carton with tape. | 800
wrap | Plastic wrap | Wrapped all around against rain and dust. | 500
fragile | Fragile handling | Marked, loaded last and never stacked. | 700
full_cover | Cover for the whole value | 1% of the value you declare, at least ₦200. Without it at most ₦20,000 is paid if it is lost or damaged. | 200
photo | Photos at both counters | A photo at drop-off and one at collection. | 200
longer_storage | Three more days at the counter | It waits six working days instead of three without storage cost. | 600
door_pick_up | Picked up from your door | A rider picks it up within the city and brings it to the counter. | 3000
door_delivery | Brought to the door | A rider brings it to the receiver within the city. | 3500`)

/** `last` marks goods that travel only under the condition in the hint. */
const typeLines = listed(`
documents | Documents and letters | Papers, forms and books of account in an envelope.
clothes | Clothes and cloth | Ready-made wear, fabric, shoes and bags.
books | Books and school things | Packed tight, so that corners stay whole.
dry_food | Dry food | Rice, beans, garri, dried fish and spices in closed bags.
farm_produce | Farm produce that keeps | Yams, onions, potatoes and grain in sacks.
household | Household goods | Pots, bedding, curtains and small furniture.
spare_parts | Spare parts and tools | Free of oil and fuel, sharp edges covered.
beauty | Hair and beauty goods | Closed and upright. Nothing under pressure.
electronics | Electronics and phones | Declare the value and pack it in its carton. Batteries stay inside the device. | restricted
fragile | Glass and other fragile goods | Padded on all sides and marked. Add fragile handling. | restricted
liquids | Liquids | Sealed, in a second bag, at most five litres. No fuel, acid or paint thinner. | restricted
fresh_food | Fresh and frozen food | At the owner’s risk, in a closed cooler, on the next bus only. | restricted
medicine | Medicine | Labelled, with receipt or prescription. Opened at the counter in front of you. | restricted
certificates | Certificates and ID cards | Only with a declared value. The receiver must show ID. | restricted
high_value | Other goods above ₦500,000 | Declare the value and add full cover. The receiver must show ID. | restricted`)

/** Add-ons of parcels, in order of display, with their price before VAT. */
export const parcelAddOns = addOnLines.map(({ last, ...addOn }) => ({
  ...addOn,
  price_kobo: Number(last) * 100,
}))

/** Kinds of goods; restricted ones are accepted under the condition in their hint. */
export const parcelTypes = typeLines.map(({ last, ...type }) => ({
  ...type,
  restricted: last === 'restricted',
}))

/** Sizes of parcels, the smallest first. */
export const parcelSizes = [
  {
    code: 'envelope',
    name: 'Envelope',
    hint: 'Papers and things as flat as a book',
    ...box(35, 25, 3, 1, 60),
  },
  {
    code: 'small',
    name: 'Small',
    hint: 'About a shoe box, up to 5 kg',
    ...box(40, 30, 20, 5, 100),
  },
  {
    code: 'medium',
    name: 'Medium',
    hint: 'About a carton of drinks, up to 15 kg',
    ...box(50, 40, 35, 15, 200),
  },
  {
    code: 'large',
    name: 'Large',
    hint: 'About a travelling bag, up to 30 kg',
    ...box(75, 50, 40, 30, 300),
  },
  {
    code: 'sack',
    name: 'Sack',
    hint: 'About a full rice sack, up to 50 kg',
    ...box(100, 60, 50, 50, 400),
  },
]

function box(length_cm: number, width_cm: number, height_cm: number, kg: number, percent: number) {
  return { length_cm, width_cm, height_cm, weight_grams: kg * 1000, price_percent: percent }
}
