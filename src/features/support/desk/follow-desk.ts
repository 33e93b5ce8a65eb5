import { followChanges } from '#features/events'
import type { QueryClient } from '@tanstack/react-query'

/** Refetches what a screen shows when an event says that it has changed; the keys are those of queries. */
export function followDesk(queries: QueryClient): void {
  followChanges(queries, {
    name: 'desk events',
    desk: true,
    hears: {
      desk_message: ['inbox', 'messages'],
      desk_read: ['messages'],
      // The members' own query of who I am at this desk.
      membership: ['place'],
    },
  })
}
