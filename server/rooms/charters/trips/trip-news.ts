import { formatNaira } from '#contract/money'
import { homeZone, product } from '#contract/product'
import type { Db } from '#server/db/client'
import { formatPhone } from '#contract/phone'
import { enqueue } from '#server/jobs/queue'
import { formatLocalTime } from '#server/platform/local-time'
import { enqueueContactMessage } from '#server/rooms/notifications'
import { type CharterNotice, findCharterNotice } from './trip-news-repository.ts'
import { formatDayAndTime } from '#server/rooms/charters/journey'

/** Kinds of notifications for a charter's customer. */
export type CharterNewsKind =
  | 'paid'
  | 'reminder'
  | 'lapsed'
  | 'driver'
  | 'moved'
  | 'ended'
  | 'operator_cancelled'

interface Words {
  subject: string
  text: string
}

const customerTexts: Record<CharterNewsKind, (it: CharterNotice) => Words> = {
  paid: (it) => ({
    subject: `${it.vehicle} is yours on ${formatLocalTime(it.starts_at, homeZone).date}`,
    text: `${it.vehicle} of ${it.operator} comes on ${formatDayAndTime(it.starts_at)}. ${
      it.due_kobo > 0 && it.pay_until !== null
        ? `Pay the balance of ${formatNaira(it.due_kobo)} by ${formatDayAndTime(it.pay_until)}.`
        : 'It is fully paid. The driver will ask for your start code.'
    }`,
  }),
  reminder: (it) => ({
    subject: `${formatNaira(it.due_kobo)} is due for ${it.vehicle}`,
    text: `Pay the balance of ${formatNaira(it.due_kobo)} by ${it.pay_until === null ? 'then' : formatDayAndTime(it.pay_until)}. Without it the charter ends and the deposit is kept.`,
  }),
  lapsed: (it) => ({
    subject: `${it.vehicle} was released`,
    text: `The balance of your charter was not paid in time, so it was cancelled under its terms.`,
  }),
  driver: (it) => ({
    subject: it.driver_name === null ? 'Your driver' : `${it.driver_name} is your driver`,
    text: `${it.driver_name ?? ''}, ${it.driver_phone === null ? '' : formatPhone(it.driver_phone)}, plate ${it.driver_plate ?? ''}, ${formatDayAndTime(it.starts_at)}. Give the start code only when you see the vehicle.`,
  }),
  moved: (it) => ({
    subject: `${it.vehicle} comes at a new time`,
    text: `${it.vehicle} of ${it.operator} now comes on ${formatDayAndTime(it.starts_at)}.`,
  }),
  ended: (it) => ({
    subject: `How was ${it.vehicle}?`,
    text: `Your charter with ${it.operator} is over. Review it to help other travellers.`,
  }),
  operator_cancelled: (it) => ({
    subject: `${it.operator} cannot come`,
    text: `${it.operator} cannot provide your charter of ${formatDayAndTime(it.starts_at)}${it.failure === null ? '' : `: ${it.failure}`}. We refund everything you paid.`,
  }),
}

/** Kinds of emails to a charter's operator: what its customer or the clock has done. */
type OperatorNewsKind = 'paid' | 'moved' | 'cancelled' | 'lapsed'

const operatorTexts: Record<OperatorNewsKind, (it: CharterNotice) => Words> = {
  paid: (it) => ({
    subject: `Charter of ${it.vehicle} on ${formatLocalTime(it.starts_at, homeZone).date}`,
    text: `${it.vehicle} must be there on ${formatDayAndTime(it.starts_at)}. ${
      it.due_kobo > 0 && it.pay_until !== null
        ? `A balance of ${formatNaira(it.due_kobo)} is due by ${formatDayAndTime(it.pay_until)}.`
        : 'It is fully paid.'
    } Customer, pick-up and needs are in your list, GET operator/charters. Name the driver there.`,
  }),
  moved: (it) => ({
    subject: `${it.vehicle} is wanted at another time`,
    text: `The customer has changed the time: ${it.vehicle} must be there on ${formatDayAndTime(it.starts_at)}.`,
  }),
  cancelled: (it) => ({
    subject: `${it.vehicle} is free again on ${formatLocalTime(it.starts_at, homeZone).date}`,
    text: `The customer has cancelled the charter of ${formatDayAndTime(it.starts_at)}.`,
  }),
  lapsed: (it) => ({
    subject: `${it.vehicle} is free again on ${formatLocalTime(it.starts_at, homeZone).date}`,
    text: `The balance of the charter of ${formatDayAndTime(it.starts_at)} was not paid in time, so it was cancelled.`,
  }),
}

/**
 * Enqueues, in the caller's transaction, an email for a charter's operator, found by the id of the charter or of one of
 * its instalments. Does nothing for an operator without an email address: they find it in their list.
 */
export async function notifyCharterOperator(
  tx: Db,
  id: string,
  kind: OperatorNewsKind,
): Promise<void> {
  const notice = await findCharterNotice(tx, { id })
  if (notice === undefined || notice.operator_email === null) return
  const { subject, text } = operatorTexts[kind](notice)
  const message = {
    to: notice.operator_email,
    subject,
    text: `${text} Charter ${notice.reference}.`,
  }
  await enqueue(tx, 'mail.send', message)
}

/**
 * Enqueues, in the caller's transaction, a notification for a charter's customer: by email, or by SMS if there is no
 * email address.
 */
export async function notifyCharterCustomer(
  tx: Db,
  id: string,
  kind: CharterNewsKind,
): Promise<void> {
  const notice = await findCharterNotice(tx, { id })
  if (notice === undefined) return
  const { subject, text } = customerTexts[kind](notice)
  const message = `${text} Charter ${notice.reference}.`
  await enqueueContactMessage(tx, notice, {
    subject,
    text: message,
    sms: `${product.name}: ${message}`,
  })
}

/** Enqueues, in the caller's transaction, the notifications for customer and operator that an instalment was paid. */
export async function notifyOfPaidInstalment(tx: Db, instalment_id: string): Promise<void> {
  await notifyCharterCustomer(tx, instalment_id, 'paid')
  await notifyCharterOperator(tx, instalment_id, 'paid')
}
