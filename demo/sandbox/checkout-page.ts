import { formatNaira } from '#contract/money'
import { providerNames } from '#contract/payments/rules'
import { product } from '#contract/product'
import { type Charge, findDialCode } from './charge-repository.ts'
import { dashboardActions } from './dashboard.ts'
import { renderPlainPage } from './plain-page.ts'
import { escapeHtml } from '#server/platform/escape-html'
import { standIns } from './companies.ts'

const mannerLabels = {
  once: 'Webhook at once',
  twice: 'Webhook twice at the same moment',
  late: 'Webhook a minute later',
  out_of_order: 'An old webhook after the new one',
  forged: 'Only a forged webhook',
  never: 'No webhook',
}

/**
 * Returns the HTML of the test checkout, without script: a section for each channel, with a button for each outcome.
 */
export function renderCheckoutPage(charge: Charge): string {
  const company = providerNames[charge.provider]
  const sections = charge.channels.map((channel) => ({ card, transfer, ussd })[channel](charge))
  const isDone = charge.status === 'success'
  const body = `
    <p class="flag">Test checkout – no real money</p>
    <h1>${formatNaira(charge.amount_kobo)}</h1>
    <p>to ${product.name} with ${company}<br><small>${escapeHtml(charge.email)} · ${escapeHtml(charge.reference)}</small></p>
    ${charge.status === 'failed' ? `<p class="bad" role="alert"><b>Not paid.</b> ${escapeHtml(charge.message)}. Try again or go back.</p>` : ''}
    ${charge.status === 'pending' && charge.message !== '' ? '<p class="flag" role="status">The transfer is on its way. Press a button to let it arrive now.</p>' : ''}
    ${isDone ? '<p class="good" role="status"><b>Paid.</b></p>' : ''}
    <form method="post">
      ${isDone ? '' : sections.join('')}
      ${isDone ? dashboard : manner}
      ${charge.return_to === '' ? '' : back(charge)}
    </form>`
  return renderPlainPage(`${company} test checkout`, body)
}

/** Returns the HTML that lists the accounts and codes for payments without a payment company's page. */
export function renderBankPage(charges: readonly Charge[]): string {
  const rows = charges.map(
    (charge) => `<article><a href="/sandbox/bank/${numberOf(charge)}">${
      charge.channel === 'ussd'
        ? `Dial ${findDialCode(charge)}`
        : `Account ${charge.account_number}`
    }</a> ${formatNaira(charge.amount_kobo)} ${charge.status === 'success' ? 'paid' : 'waits'}<br>
    <small>${escapeHtml(charge.email)} · ${escapeHtml(charge.reference)}</small></article>`,
  )
  const list = rows.join('') || '<p>Nobody was given an account or a code yet.</p>'
  return renderPlainPage(
    'Test bank',
    `<p class="flag">Test bank – no real money</p><h1>Transfers and USSD</h1>${list}`,
  )
}

const numberOf = ({ channel, id, account_number }: Charge) =>
  channel === 'ussd' ? id : account_number

function back({ status }: Charge): string {
  const isDone = status === 'success'
  return `<button class="quiet" name="act" value="cancel">${status === 'open' || isDone ? `Back to ${product.name}` : 'Go back'}${isDone ? '' : ' without paying'}</button>`
}

const manner = `<details><summary>How ${product.name} is told</summary>
  <label>Webhook <select name="webhook">${Object.entries(mannerLabels)
    .map(([value, words]) => `<option value="${value}">${words}</option>`)
    .join('')}</select></label></details>`

const dashboard = `<details><summary>In the company’s dashboard</summary><div class="row">${Object.entries(
  dashboardActions,
)
  .map(([act, label]) => `<button class="quiet" name="act" value="${act}">${label}</button>`)
  .join('')}</div></details>`

function card({ provider }: Charge): string {
  const { cards } = standIns[provider]
  const [first] = cards
  const rows = cards.map(({ number, does }) => `<li><code>${number}</code> ${does}</li>`)
  return `<fieldset><legend>Card</legend>
    <label>Card number <input name="card" inputmode="numeric" autocomplete="off" value="${first?.number ?? ''}"></label>
    <details><summary>Test cards</summary><ul>${rows.join('')}</ul></details>
    <button name="act" value="card">Pay by card</button></fieldset>`
}

function transfer({ account_number, account_until, amount_kobo }: Charge): string {
  const until = account_until.toLocaleTimeString('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'Africa/Lagos',
  })
  return `<fieldset><legend>Bank transfer</legend>
    <dl><dt>Bank</dt><dd>Test Bank</dd><dt>Account</dt><dd><b>${account_number}</b></dd>
    <dt>Amount</dt><dd>${formatNaira(amount_kobo)}</dd><dt>Until</dt><dd>${until}</dd></dl>
    <button name="act" value="sent">I have sent it</button>
    <div class="row"><button class="quiet" name="act" value="sent_short">Send ₦500 short</button>
    <button class="quiet" name="act" value="sent_over">Send ₦500 over</button>
    <button class="quiet" name="act" value="sent_late">Arrives late (after the hold)</button>
    <button class="quiet" name="act" value="sent_wrong">Wrong sum, sent back</button>
    <button class="quiet" name="act" value="sent_twice">Send twice</button></div></fieldset>`
}

function ussd(charge: Charge): string {
  return `<fieldset><legend>USSD</legend><p>Dial <b>${findDialCode(charge)}</b> on your phone.</p>
    <button name="act" value="approve">Approve on the phone</button>
    <div class="row"><button class="quiet" name="act" value="decline">Decline on the phone</button></div></fieldset>`
}
