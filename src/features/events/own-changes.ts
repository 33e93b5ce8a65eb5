import type { QueryClient } from '@tanstack/react-query'
import type { QueriesByEvent } from './refetch.ts'
import { followChanges } from './follow-changes.ts'

/** The queries to load again for each kind of event. */
const queriesByEvent: QueriesByEvent = {
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

/** Calls `followChanges` for a logged-in user of the app, with the queries above. Repeated calls do nothing. */
export function followUserChanges(queries: QueryClient): void {
  followChanges(queries, { name: 'events', hears: queriesByEvent })
}
