import { boardingStores } from '#features/boarding'
import type { DeskRoom } from '#lib/desk-room'

/** Tickets are checked at `/verify`, which opens without a network; the sheet of a departure leads there. */
export const deskRoom: DeskRoom = { routes: [], stores: boardingStores }
