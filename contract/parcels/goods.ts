import { formatNaira } from '#contract/money'

/**
 * Goods that nobody may take on a bus or send (`everywhere`), and goods that nobody may send (`parcels`). All screens
 * use these lists.
 */
export const prohibitedGoods = {
  everywhere: [
    'Petrol, gas cylinders, fireworks, acids, paint thinner and anything else that burns or corrodes',
    'Weapons, ammunition, explosives, and toys that look like them',
    'Hard drugs; medicine without its label, codeine, tramadol',
    'Human remains; police or military kit; pornography',
  ],
  parcels: [
    'Money, cheques, jewellery, gold',
    'Passports',
    'Live animals',
    'Loose power banks and lithium batteries',
  ],
} as const

/**
 * Returns the declared value of a parcel as text. A value of 0 means that none was declared, so it is not written as
 * ₦0.
 */
export const describeDeclaredValue = (declared_value_kobo: number): string =>
  declared_value_kobo === 0 ? 'Not declared' : formatNaira(declared_value_kobo)

/** Returns the cover in naira, or `Not covered` for 0. */
export const describeCover = (cover_kobo: number): string =>
  cover_kobo === 0 ? 'Not covered' : formatNaira(cover_kobo)
