/**
 * Opens the app's rooms in the modules of this moment, as the app does: their keys are known, their things are
 * sent.
 */
export async function withRooms(): Promise<void> {
  const [{ openRooms }, rooms] = await Promise.all([
    import('#lib/room'),
    import('#src/app/rooms.ts'),
  ])
  openRooms(Object.values(rooms))
}
