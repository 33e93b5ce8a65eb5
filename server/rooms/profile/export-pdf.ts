import { describeDeclaredValue } from '#contract/parcels/goods'
import type { Booking } from '#contract/bookings/model'
import { formatNaira } from '#contract/money'
import type { Parcel } from '#contract/parcels/model'
import { homeZone, product } from '#contract/product'
import type { ProfileExport, User } from '#contract/profile/model'
import { formatLocalTime } from '#server/platform/local-time'
import {
  a5,
  drawPdf,
  grey,
  drawHead,
  ink,
  statementMargin,
  type Pdf,
  setFont,
  toPrintable,
} from '#server/platform/pdf'

const [width, height] = a5
const inner = width - 2 * statementMargin
const labels = 110
const lowest = height - 50

type Row = readonly [label: string, value: string]
type Section = readonly [title: string, rows: Iterable<Row>]

/** Yields one row for each item. A row is made only when it is drawn. */
function* rowsOf<T>(all: readonly T[], row: (one: T, at: number) => Row): Generator<Row> {
  for (const [at, one] of all.entries()) yield row(one, at)
}

/**
 * Draws all data of a person as a PDF, A5, with a section for each kind. No text is cut off. Yields to other requests
 * after each row, since thousands of rows take seconds.
 */
export function drawExportPdf(all: ProfileExport): Promise<Buffer> {
  return drawPdf(a5, `${product.name}: what we hold about you`, function* pages(pdf) {
    let y = cover(pdf, all)
    for (const [title, rows] of sectionsOf(all)) {
      y = heading(pdf, title, y)
      let isEmpty = true
      for (const row of rows) {
        isEmpty = false
        y = line(pdf, row, y)
        yield
      }
      if (isEmpty) y = line(pdf, ['Nothing', ''], y)
    }
  })
}

function* sectionsOf(all: ProfileExport): Generator<Section> {
  yield ['You', listUserRows(all.user)]
  for (const one of all.bookings) yield [`Booking ${one.reference}`, listBookingRows(one)]
  for (const one of all.parcels) yield [`Parcel ${one.tracking_id}`, listParcelRows(one)]
  yield* listAccountSections(all)
  yield* makeProfileSections(all)
  yield* listPhoneSections(all)
  yield* listOtherSections(all)
}

function listAccountSections(all: ProfileExport): Section[] {
  return [
    [
      'Saved travellers',
      rowsOf(all.travellers, (one): Row => [
        one.full_name,
        [one.gender, one.passenger_type, one.phone, one.address].filter(Boolean).join(', '),
      ]),
    ],
    [
      'Wallet',
      rowsOf(all.wallet, (one): Row => [
        when(one.created_at),
        `${one.words}: ${formatNaira(one.amount_kobo)}, then ${formatNaira(one.balance_kobo)}`,
      ]),
    ],
    [
      'Points',
      rowsOf(all.points, (one): Row => [
        when(one.created_at),
        `${one.words}: ${one.points}, then ${one.balance}`,
      ]),
    ],
  ]
}

function makeProfileSections(all: ProfileExport): Section[] {
  return [
    ...all.conversations.map((one): Section => [
      `Conversation with ${one.business_name}`,
      listConversationRows(one),
    ]),
    [
      'Reviews',
      rowsOf(all.reviews, (one): Row => [
        `${one.about.name}, ${when(one.written_at)}`,
        `${one.rating} of 5 stars. ${one.body}`,
      ]),
    ],
    [
      'Fuel prices',
      rowsOf(all.fuel_reports, (one): Row => [
        when(one.observed_at),
        [one.fuel.replace('_', ' '), one.station, one.state, one.place, formatNaira(one.price_kobo)]
          .filter(Boolean)
          .join(', '),
      ]),
    ],
  ]
}

function* listConversationRows({
  messages,
  rating,
  rating_words,
}: ProfileExport['conversations'][number]): Generator<Row> {
  yield* rowsOf(messages, ({ sent_at, author, body }): Row => [
    when(sent_at),
    `${author ?? 'You'}: ${body}`,
  ])
  if (rating !== null) yield ['Your rating', `${rating} of 5 stars. ${rating_words ?? ''}`]
}

function listPhoneSections(all: ProfileExport): Section[] {
  return [
    [
      'Boarding checks',
      rowsOf(all.boardings, (one): Row => [
        when(one.scanned_at),
        [`${one.booking}, seat ${one.seat}`, one.place].filter(Boolean).join(', '),
      ]),
    ],
    [
      'Phones with notifications',
      rowsOf(all.phones, (one): Row => [one.service, `since ${when(one.since)}`]),
    ],
    [
      'Logins',
      rowsOf(all.logins, (one): Row => [
        one.device,
        `since ${when(one.created_at)}, last used ${when(one.last_used_at)}`,
      ]),
    ],
  ]
}

/** Draws title and person. Returns the position at which to continue. */
function cover(pdf: Pdf, { made_at, user }: ProfileExport): number {
  const y = drawHead(pdf, 'What we hold about you')
  const words = `${toPrintable(user.full_name)}, ${when(made_at)}. Nigeria Data Protection Act 2023, ss. 34 and 38. Questions: ${product.email}, ${product.phone.national}.`
  setFont(pdf, { size: 9, color: grey }).text(words, statementMargin, y, { width: inner })
  return y + pdf.heightOfString(words, { width: inner })
}

/** Begins a new page if less than `needed` is left below `y`. Returns the position at which to continue. */
function room(pdf: Pdf, y: number, needed: number): number {
  if (y + needed <= lowest) return y
  pdf.addPage()
  return 40
}

function heading(pdf: Pdf, title: string, above: number): number {
  const y = room(pdf, above + 16, 40)
  setFont(pdf, { size: 11, bold: true }).text(toPrintable(title), statementMargin, y)
  return y + 18
}

function line(pdf: Pdf, [label, value]: Row, above: number): number {
  setFont(pdf, { size: 9 })
  const [name, words] = [toPrintable(label), value === '' ? '' : toPrintable(value)]
  const high = Math.max(
    pdf.heightOfString(name, { width: labels - 8 }),
    pdf.heightOfString(words, { width: inner - labels }),
  )
  const y = room(pdf, above, high)
  pdf.fillColor(grey).text(name, statementMargin, y, { width: labels - 8 })
  pdf.fillColor(ink).text(words, statementMargin + labels, y, { width: inner - labels })
  return y + high + 4
}

function listUserRows(user: User): Row[] {
  const { default_kin: kin, notifications } = user
  const isOn = (is: boolean) => (is ? 'yes' : 'no')
  return [
    ['Name', user.full_name],
    ['Email', proved(user.email, user.email_verified)],
    ['Phone', proved(user.phone, user.phone_verified)],
    ['Next of kin', kin === null ? 'none' : `${kin.full_name}, ${kin.phone}, ${kin.relationship}`],
    ['Password, Google', `${isOn(user.has_password)}, ${isOn(user.has_google)}`],
    ['Language', user.language],
    ['Data saver', isOn(user.data_saver)],
    ['Trip news by SMS', isOn(notifications.trip_news_sms)],
    ['Trip news by email', isOn(notifications.trip_news_email)],
    ['Trip news on my phones', isOn(notifications.trip_news_push)],
    ['Offers by email', isOn(notifications.offers_email)],
    ['Referral code', user.referral_code],
    ['Member since', when(user.created_at)],
    ['Will be erased', user.erase_at === null ? 'no' : when(user.erase_at)],
  ]
}

function listBookingRows(booking: Booking): Row[] {
  const { trip, contact, next_of_kin: kin } = booking
  const leaves = formatLocalTime(trip.departs_at, trip.zone)
  return [
    ['Trip', `${trip.from.city.name} to ${trip.to.city.name}, ${trip.operator.name}`],
    ['Leaves', `${leaves.date}, ${leaves.time}`],
    ['State', booking.status.replace('_', ' ')],
    ...booking.passengers.map((one): Row => [
      `Seat ${one.seat}`,
      [
        one.full_name,
        one.gender,
        one.passenger_type,
        one.phone,
        one.address,
        one.infant_name && `and baby ${one.infant_name}`,
        one.state,
      ]
        .filter(Boolean)
        .join(', '),
    ]),
    [
      'Contact',
      Object.values(contact ?? {})
        .filter(Boolean)
        .join(', '),
    ],
    ['Next of kin', Object.values(kin ?? {}).join(', ')],
    ...booking.fare.lines.map((one): Row => [one.label, formatNaira(one.amount_kobo)]),
    ['Total, paid', `${formatNaira(booking.fare.total_kobo)}, ${formatNaira(booking.paid_kobo)}`],
    ...booking.refunds.map((one): Row => [
      `Refund to ${one.to}`,
      `${formatNaira(one.amount_kobo)}, ${one.state.replace('_', ' ')}, ${when(one.requested_at)}`,
    ]),
  ]
}

function listOtherSections({ more }: ProfileExport): Section[] {
  return Object.entries(more).map(([name, rows]) => [
    name,
    rowsOf(rows, (row, at): Row => [
      String(at + 1),
      Object.entries(row)
        .map(([field, value]) => `${field.replaceAll('_', ' ')}: ${value ?? 'none'}`)
        .join(', '),
    ]),
  ])
}

function listParcelRows(parcel: Parcel): Row[] {
  const { sender, receiver, drop_off, pick_up, driver, tracking } = parcel
  const told = (one: object | null) =>
    Object.values(one ?? {})
      .filter(Boolean)
      .join(', ')
  const at = (place: typeof drop_off) => [place.name, place.address].filter(Boolean).join(', ')
  return [
    ['Waybill', parcel.waybill ?? 'not paid'],
    ['From', `${told(sender)}, ${at(drop_off)}`],
    ['To', `${told(receiver)}, ${at(pick_up)}`],
    ['Contents', `${parcel.contents ?? ''} (${parcel.size.name}, ${parcel.type.name})`],
    ['Declared value', describeDeclaredValue(parcel.declared_value_kobo)],
    ['Driver', told(driver && { ...driver, loaded_at: when(driver.loaded_at) })],
    ...parcel.price.lines.map((one): Row => [one.label, formatNaira(one.amount_kobo)]),
    ['Total, paid', `${formatNaira(parcel.price.total_kobo)}, ${formatNaira(parcel.paid_kobo)}`],
    ...tracking.events.map((one): Row => [when(one.at), one.words]),
    ...parcel.claims.map((one): Row => [
      `Claim, ${when(one.created_at)}`,
      [one.words, formatNaira(one.asked_kobo), one.state, one.answer].filter(Boolean).join(', '),
    ]),
  ]
}

function proved(address: string | null, is_proved: boolean): string {
  return address === null ? 'none' : `${address} (${is_proved ? 'verified' : 'not verified'})`
}

function when(instant: string): string {
  const { date, time } = formatLocalTime(instant, homeZone)
  return `${date}, ${time}`
}
