// Written by npm run tables from the migrations.
import type { ContactCode, Login, Person, RefreshToken } from '#server/db/tables/accounts'
import type { BoardingScan } from '#server/db/tables/boarding'
import type {
  Booking,
  BookingCode,
  BookingMove,
  BookingProof,
  BookingReseat,
  Passenger,
  ReturnTrip,
  SeatClaim,
  SpentProof,
  VehicleChange,
} from '#server/db/tables/bookings'
import type { Business } from '#server/db/tables/businesses'
import type {
  Charter,
  CharterDay,
  CharterInstalment,
  CharterOffer,
  CharterRequest,
  CharterReview,
  CharterState,
  CharterTransition,
  CharterVehicle,
} from '#server/db/tables/charters'
import type {
  CommunityAppeal,
  CommunityAuthor,
  CommunityBlock,
  CommunityGroup,
  CommunityMember,
  CommunityPhoto,
  CommunityPost,
  CommunityReport,
  CommunityThanks,
  ModerationEntry,
  NyscBatch,
  NyscCamp,
} from '#server/db/tables/communities'
import type { Event } from '#server/db/tables/events'
import type { Idempotency, Installed, RateBucket } from '#server/db/tables/foundation'
import type { FuelMonitor, FuelReport, FuelStation } from '#server/db/tables/fuel'
import type { Invoice, InvoiceLine, InvoiceNumber, InvoicePart } from '#server/db/tables/invoices'
import type {
  City,
  CityAlias,
  Currency,
  ParcelAddOn,
  ParcelLocation,
  ParcelRoute,
  ParcelSize,
  ParcelType,
  PassengerType,
  ServiceType,
  State,
  VehicleType,
} from '#server/db/tables/lookups'
import type {
  AuditEntry,
  FactorProof,
  Member,
  MemberInvitation,
  RecoveryCode,
  SecondFactor,
} from '#server/db/tables/members'
import type {
  Announcement,
  Banner,
  PushBooking,
  PushSent,
  PushSubscription,
} from '#server/db/tables/notifications'
import type {
  OperatorCard,
  OperatorKey,
  OperatorLicence,
  StaffKey,
} from '#server/db/tables/operators'
import type {
  Parcel,
  ParcelClaim,
  ParcelEvent,
  ParcelPhoto,
  ParcelQuote,
  ParcelState,
  ParcelTransition,
} from '#server/db/tables/parcels'
import type {
  Payable,
  PayableKind,
  Payer,
  Payment,
  Refund,
  WebhookEvent,
} from '#server/db/tables/payments'
import type { Traveller } from '#server/db/tables/profile'
import type {
  QueuePlace,
  RequestDeparture,
  RouteAlert,
  SeatOffer,
  TravelRequest,
} from '#server/db/tables/requests'
import type { Review, ReviewDecision, ReviewPhoto, ReviewReport } from '#server/db/tables/reviews'
import type { PointsAccount, PointsEntry, ReferralReward } from '#server/db/tables/rewards'
import type { KinText, TripLink, TripSign } from '#server/db/tables/sharing'
import type { Article } from '#server/db/tables/site'
import type { CannedAnswer, Conversation, Message, MessagePhoto } from '#server/db/tables/support'
import type { Ticket } from '#server/db/tables/tickets'
import type { Fare, Feed, Schedule, ScheduleStop } from '#server/db/tables/timetables'
import type { Connection, MotorPark, Operator, Trip } from '#server/db/tables/trips'
import type {
  Account,
  Transfer,
  WalletEntry,
  WalletHold,
  WalletPin,
  WalletTopUp,
} from '#server/db/tables/wallet'

/** Every table by its name, as Kysely reads and writes it. */
export interface Database {
  account: Account
  announcement: Announcement
  article: Article
  audit_entry: AuditEntry
  banner: Banner
  boarding_scan: BoardingScan
  booking: Booking
  booking_code: BookingCode
  booking_move: BookingMove
  booking_proof: BookingProof
  booking_reseat: BookingReseat
  business: Business
  canned_answer: CannedAnswer
  charter: Charter
  charter_day: CharterDay
  charter_instalment: CharterInstalment
  charter_offer: CharterOffer
  charter_request: CharterRequest
  charter_review: CharterReview
  charter_state: CharterState
  charter_transition: CharterTransition
  charter_vehicle: CharterVehicle
  city: City
  city_alias: CityAlias
  community_appeal: CommunityAppeal
  community_author: CommunityAuthor
  community_block: CommunityBlock
  community_group: CommunityGroup
  community_member: CommunityMember
  community_photo: CommunityPhoto
  community_post: CommunityPost
  community_report: CommunityReport
  community_thanks: CommunityThanks
  connection: Connection
  contact_code: ContactCode
  conversation: Conversation
  currency: Currency
  event: Event
  factor_proof: FactorProof
  fare: Fare
  feed: Feed
  fuel_monitor: FuelMonitor
  fuel_report: FuelReport
  fuel_station: FuelStation
  idempotency: Idempotency
  installed: Installed
  invoice: Invoice
  invoice_line: InvoiceLine
  invoice_number: InvoiceNumber
  invoice_part: InvoicePart
  kin_text: KinText
  login: Login
  member: Member
  member_invitation: MemberInvitation
  message: Message
  message_photo: MessagePhoto
  moderation_entry: ModerationEntry
  motor_park: MotorPark
  nysc_batch: NyscBatch
  nysc_camp: NyscCamp
  operator: Operator
  operator_card: OperatorCard
  operator_key: OperatorKey
  operator_licence: OperatorLicence
  parcel: Parcel
  parcel_add_on: ParcelAddOn
  parcel_claim: ParcelClaim
  parcel_event: ParcelEvent
  parcel_location: ParcelLocation
  parcel_photo: ParcelPhoto
  parcel_quote: ParcelQuote
  parcel_route: ParcelRoute
  parcel_size: ParcelSize
  parcel_state: ParcelState
  parcel_transition: ParcelTransition
  parcel_type: ParcelType
  passenger: Passenger
  passenger_type: PassengerType
  payable: Payable
  payable_kind: PayableKind
  payer: Payer
  payment: Payment
  person: Person
  points_account: PointsAccount
  points_entry: PointsEntry
  push_booking: PushBooking
  push_sent: PushSent
  push_subscription: PushSubscription
  queue_place: QueuePlace
  rate_bucket: RateBucket
  recovery_code: RecoveryCode
  referral_reward: ReferralReward
  refresh_token: RefreshToken
  refund: Refund
  request_departure: RequestDeparture
  return_trip: ReturnTrip
  review: Review
  review_decision: ReviewDecision
  review_photo: ReviewPhoto
  review_report: ReviewReport
  route_alert: RouteAlert
  schedule: Schedule
  schedule_stop: ScheduleStop
  seat_claim: SeatClaim
  seat_offer: SeatOffer
  second_factor: SecondFactor
  service_type: ServiceType
  spent_proof: SpentProof
  staff_key: StaffKey
  state: State
  ticket: Ticket
  transfer: Transfer
  travel_request: TravelRequest
  traveller: Traveller
  trip: Trip
  trip_link: TripLink
  trip_sign: TripSign
  vehicle_change: VehicleChange
  vehicle_type: VehicleType
  wallet_entry: WalletEntry
  wallet_hold: WalletHold
  wallet_pin: WalletPin
  wallet_top_up: WalletTopUp
  webhook_event: WebhookEvent
}
