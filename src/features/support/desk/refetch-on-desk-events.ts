import { followChanges } from '#features/events'
import type { QueryClient } from '@tanstack/react-query'

/** Loads queries again when an event reports a change. Each kind of event has a list of query keys. */
export function refetchOnDeskEvents(queries: QueryClient): void {
  followChanges(queries, {
    name: 'desk events',
    desk: true,
    hears: {
      desk_message: ['inbox', 'messages', 'waiting'],
      desk_read: ['messages'],
      // The query of the room members for the user's membership of this desk.
      membership: ['membership'],
    },
  })
}
