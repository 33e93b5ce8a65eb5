/** Hints of the profile's menu, by path, loaded with the profile. */
const hints: Record<string, string> = {
  '/profile/trip': 'Tickets, moving, cancelling, refunds',
  '/profile/travellers': 'Who you book for, and your next of kin',
  '/profile/driver': 'Who carries your parcel or drives you',
  '/profile/charters': 'Requests, offers, drivers',
  '/profile/travel-request': 'Routes with no bus, waiting lists, prices',
  '/waybill/summary': 'Waybills, pickup PINs, where they are',
  '/profile/transaction': 'Money in and out, receipts, statement',
  '/profile/invoices': 'What you owe, and receipts',
  '/profile/rewards': 'Points, and turning them into money',
  '/profile/referral': 'Your code, and who joined with it',
  '/profile/messages': 'Chats with us and with operators',
  '/profile/details': 'Name, email, phone',
  '/profile/settings': 'Messages, data saver, language',
  '/profile/changepassword': 'Where you are logged in',
  '/phone': 'What opens without a network, data, space',
  '/phone/outbox': 'What you wrote that is not sent yet',
  '/profile/privacy': 'Take it with you, or have it erased',
}

export const findHint = (address: string) => hints[address] ?? ''
