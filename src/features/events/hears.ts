import type { EventKind } from '#contract/events/model'

/** What is asked for anew when this device is told of a change: first words of query keys. */
export const hears: Partial<Record<EventKind, readonly string[]>> = {
  message: ['listMessages', 'listConversations', 'countUnread'],
  read: ['listMessages'],
  conversation: ['getConversation', 'listConversations'],
  booking: ['getBooking', 'listBookings', 'listTickets'],
  parcel: ['getParcel', 'listParcels', 'trackParcel'],
  offer: [
    'getCharter',
    'listCharters',
    'getCharterRequest',
    'listCharterRequests',
    'listMyTravelRequests',
  ],
  payment: ['getPayment', 'getWalletBalance', 'listWalletTransactions'],
}
