import type { Room } from '#lib/room'

export const room: Room = {
  name: 'events',
  prefetch: [
    {
      at: 45,
      where: 'token',
      again: true,
      work: async (queries) => (await import('./own-changes.ts')).followUserChanges(queries),
    },
  ],
}
