import { product } from '#contract/product'
import { supportHours } from '#contract/support/rules'

/**
 * Makes the automatic answer of our support to the first message of a conversation. It does not pretend to be a person.
 * `business`: the listed business to which the conversation is passed on.
 */
export const makeFirstAnswer = (business: string | null) =>
  [
    `We have your message. This is an automatic answer; our staff read what you write and answer here, ${supportHours.toLowerCase()}.`,
    business === null
      ? 'We can help you faster if you send the reference of your booking or parcel, the day and the cities. Never send us a password, a PIN or a card number.'
      : `They ask ${business} and write the answer here. You pay them, not us: never send a password, a PIN or a card number.`,
    `At the motor park and cannot wait? Call ${product.phone.national}. A call needs no data.`,
  ].join('\n\n')
