import type { Charter } from '#contract/charters/model'
import { naira } from '#contract/money'
import { showDayTime } from '#lib/format'

const sentences: Record<Charter['state'], (charter: Charter) => string> = {
  awaiting_payment: ({ pay_until }) =>
    pay_until === null
      ? 'The vehicle is kept for you while you pay.'
      : `The vehicle is kept for you until ${showDayTime(pay_until)}. Then we let it go.`,
  booked: ({ instalments, pay_until }) => {
    const open = instalments.find(({ state }) => state === 'open')
    const due = pay_until === null ? '' : ` by ${showDayTime(pay_until)}`
    return `Pay the balance${open === undefined ? '' : ` of ${naira(open.amount_kobo)}`}${due}. Without it the charter is cancelled and the deposit is kept.`
  },
  paid: ({ driver, starts_at }) =>
    driver === null
      ? `It starts ${showDayTime(starts_at)}. The driver’s name, phone and plate come before that.`
      : `It starts ${showDayTime(starts_at)}. Tell the driver the start code when you get in.`,
  under_way: () => 'When it is over, tell the driver the end code.',
  completed: ({ can, review }) =>
    can.review && review === null ? 'Tell others how it was.' : 'Thank you for travelling with us.',
  expired: () =>
    'Nothing was paid, so nothing is lost. If you have paid, your money comes back by itself.',
  lapsed: () => 'The balance did not come in time. What comes back of the deposit stands below.',
  cancelled: ({ paid_kobo }) =>
    paid_kobo > 0 ? 'What comes back to you stands below.' : 'Nothing was paid.',
  operator_cancelled: ({ failure }) =>
    `${failure === null ? '' : `“${failure}” `}Everything you paid comes back by itself.`,
}

/** What comes next, for who hired it. */
export const nextStep = (charter: Charter): string => sentences[charter.state](charter)
