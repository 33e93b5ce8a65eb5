import { product } from '#contract/product'
import { supportHours } from '#contract/support'

/** What our line says by itself to the first message of a conversation. It does not pretend to be a person. */
export const firstAnswer = [
  `Your message is here. This is an automatic answer; our people read what you wrote and answer in this conversation (${supportHours.toLowerCase()}).`,
  'It goes faster with: the reference of your booking or the tracking number of your parcel, the day and the cities, and what you want us to do. Never write us a password, a PIN or a card number.',
  `Are you at the park and cannot wait? Call ${product.phone.national}. A call needs no data.`,
].join('\n\n')
