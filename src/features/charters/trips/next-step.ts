import type { Charter } from '#contract/charters/trips/model'
import { formatNaira } from '#contract/money'
import { serverNow } from '#lib/clock'
import { formatDayTime } from '#lib/format'

const sentences: Record<Charter['state'], (charter: Charter) => string> = {
  awaiting_payment: ({ pay_until }) => {
    if (pay_until === null) return 'We hold the vehicle for you while you pay.'
    if (Date.parse(pay_until) < serverNow())
      return 'The time to pay is over. If you have paid, you get the vehicle or a full refund automatically.'
    return `Pay by ${formatDayTime(pay_until)}, or we release the vehicle.`
  },
  booked: ({ instalments, pay_until }) => {
    const open = instalments.find(({ state }) => state === 'open')
    const due = pay_until === null ? '' : ` by ${formatDayTime(pay_until)}`
    return `Pay the balance${open === undefined ? '' : ` of ${formatNaira(open.amount_kobo)}`}${due}. Without it the charter is cancelled and the deposit is kept.`
  },
  paid: ({ driver, starts_at }) =>
    driver === null
      ? `It starts ${formatDayTime(starts_at)}. The driver’s name, phone and plate come before that.`
      : `It starts ${formatDayTime(starts_at)}. Give the driver the start code when you get in.`,
  under_way: () => 'When the trip is over, give the driver the end code.',
  completed: ({ can, review }) =>
    can.review && review === null
      ? 'Tell others how it went.'
      : 'Thank you for travelling with us.',
  expired: () => 'Nothing was paid. If you did pay, we refund you automatically.',
  lapsed: () => 'The balance was not paid in time. The deposit is kept.',
  cancelled: ({ paid_kobo, refunds }) => {
    if (refunds.length > 0) return 'Your refund is shown below.'
    return paid_kobo > 0 ? 'It was too late for a refund.' : 'Nothing was paid.'
  },
  operator_cancelled: ({ failure }) =>
    `${failure === null ? '' : `“${failure}” `}We refund everything you paid automatically.`,
}

export const describeCharterNextStep = (charter: Charter): string =>
  sentences[charter.state](charter)
