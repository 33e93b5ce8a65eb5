// Written by npm run tables from the migrations.
import type { Booking, Passenger, SeatClaim } from '#server/db/tables/bookings'
import type { Idempotency, Installed, RateBucket } from '#server/db/tables/foundation'
import type { City, Currency, PassengerType, State, VehicleType } from '#server/db/tables/lookups'
import type { Payment, Refund, WebhookEvent } from '#server/db/tables/payments'
import type { Ticket } from '#server/db/tables/tickets'
import type {
  Fare,
  Feed,
  MotorPark,
  Operator,
  Schedule,
  ScheduleStop,
  Trip,
} from '#server/db/tables/trips'
import type { Account, Transfer } from '#server/db/tables/wallet'

/** Every table by its name, as Kysely reads and writes it. */
export interface Database {
  account: Account
  booking: Booking
  city: City
  currency: Currency
  fare: Fare
  feed: Feed
  idempotency: Idempotency
  installed: Installed
  motor_park: MotorPark
  operator: Operator
  passenger: Passenger
  passenger_type: PassengerType
  payment: Payment
  rate_bucket: RateBucket
  refund: Refund
  schedule: Schedule
  schedule_stop: ScheduleStop
  seat_claim: SeatClaim
  state: State
  ticket: Ticket
  transfer: Transfer
  trip: Trip
  vehicle_type: VehicleType
  webhook_event: WebhookEvent
}
