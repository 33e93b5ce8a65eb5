import type { Room } from '#server/room'
import { forgetBookingMessages } from './payable-repository.ts'
import { bookingPayable } from './payable.ts'
import { changeRoutes } from './routes.ts'

export const room: Room = {
  routes: changeRoutes,
  payable: bookingPayable,
  personalData: { forget: forgetBookingMessages },
}
