import type { QueryClient } from '@tanstack/react-query'
import type { Hears } from './ask-anew.ts'
import { followChanges } from './follow-changes.ts'

/** What is asked for again when this device is told of a change. */
const hears: Hears = {
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

/** Follows what changes for a traveller who is logged in. */
export function followOwnChanges(queries: QueryClient): void {
  followChanges(queries, { name: 'events', hears })
}
