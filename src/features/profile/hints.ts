/** What a line in the profile leads to, in a few words, by its address: they come with the profile, not with the first page. */
const hints: Record<string, string> = {
  '/profile/trip': 'Tickets, moving, cancelling, refunds',
  '/profile/travellers': 'Whom you book for, and your next of kin',
  '/profile/driver': 'Who carries your parcel or drives you',
  '/profile/charters': 'Requests, offers, drivers',
  '/profile/travel-request': 'A road nobody drives, waiting lists, prices',
  '/waybill/summary': 'Waybills, pickup PINs, where they are',
  '/profile/transaction': 'What moved, receipts, statement',
  '/profile/invoices': 'To pay, and receipts',
  '/profile/rewards': 'Points, and turning them into money',
  '/profile/referral': 'Your code, and who came with it',
  '/profile/messages': 'Talks with us and with operators',
  '/profile/details': 'Name, e-mail, phone',
  '/profile/settings': 'What we write, data saver, language',
  '/profile/changepassword': 'Where you are logged in',
  '/phone': 'What opens without a network, data, space',
  '/phone/outbox': 'What you wrote and has not arrived yet',
  '/profile/privacy': 'Take it with you, or have it erased',
}

export const hintOf = (address: string) => hints[address] ?? ''
