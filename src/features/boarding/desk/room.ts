import { boardingStores } from '#features/boarding'
import type { DeskRoom } from '#lib/desk-room'

/**
 * The room has no screen at the desk, only stores: the page of a departure links to `/verify`, which checks tickets and
 * opens without a network.
 */
export const deskRoom: DeskRoom = { routes: [], stores: boardingStores }
