import { formatCount } from '#contract/quantities'
import type { Endpoint, Input } from '#contract/endpoint'
import { Refusal, makeRefusal } from '#contract/errors'
import { formatNaira, parseNaira } from '#contract/money'
import { offerCharter } from '#contract/charters/requests/endpoints'
import {
  endCharter,
  failCharter,
  setCharterDriver,
  startCharter,
} from '#contract/charters/trips/endpoints'
import type { OperatorCharter } from '#contract/charters/trips/model'
import type { OperatorCharterRequest } from '#contract/charters/requests/model'
import type { Context } from '#server/context'
import { makeDemoOperatorKey } from '#server/db/demo-marks'
import {
  type PageRequest,
  definePage,
  type PageBinding,
  type PageResponse,
} from '#server/http/pages'
import { makeOperatorAuthenticator } from '#server/rooms/operators'
import { operatorCalls } from '#server/rooms/charters'
import { operators } from '#demo/country/operators'
import { renderPlainPage } from './plain-page.ts'
import { escapeHtml } from '#server/platform/escape-html'

/** The page `/sandbox/charters`, on which a person plays an operator with vehicles for hire. */
export const charterCounterPages: readonly PageBinding[] = [
  definePage('GET', '/sandbox/charters', () => ({
    html: renderPlainPage('Charters', chooseBody()),
  })),
  definePage('GET', '/sandbox/charters/{operator}', async (ctx, asked) => {
    const { as, code, name } = await operatorOf(ctx, asked)
    const every = { page: 1, per_page: 50 }
    const requests = await operatorCalls.listOperatorCharterRequests(as, every)
    const charters = await operatorCalls.listOperatorCharters(as, every)
    const body = counterBody({ code, name }, requests.data, charters.data, asked.query['said'])
    return { html: renderPlainPage(`Charters of ${name}`, body) }
  }),
  definePage('POST', '/sandbox/charters/{operator}/offers', offer),
  definePage('POST', '/sandbox/charters/{operator}/charters', act),
]

const flag = '<p class="flag">Demo – you are the operator</p>'

function chooseBody(): string {
  const rows = operators.map(
    ({ code, name }) => `<li><a href="/sandbox/charters/${code}">${escapeHtml(name)}</a></li>`,
  )
  return `${flag}<h1>Charters</h1><p>Which operator are you?</p><ul>${rows.join('')}</ul><p><a href="/sandbox">Sandbox</a></p>`
}

/** Returns a context with this operator as caller, by its demo key. Throws `not_found` for an unknown code. */
async function operatorOf(
  ctx: Context,
  { params }: PageRequest,
): Promise<{ as: Context; code: string; name: string }> {
  const operator = operators.find(({ code }) => code === params['operator'])
  const actor =
    operator && (await makeOperatorAuthenticator(ctx)(makeDemoOperatorKey(operator.code)))
  if (operator === undefined || actor === undefined) throw makeRefusal('not_found')
  return { as: { ...ctx, actor }, code: operator.code, name: operator.name }
}

function counterBody(
  { code, name }: { code: string; name: string },
  requests: readonly OperatorCharterRequest[],
  charters: readonly OperatorCharter[],
  said: string | undefined,
): string {
  const words = said === undefined ? undefined : outcomes.get(said)
  return `${flag}<h1>${escapeHtml(name)}</h1>
    ${words === undefined ? '' : `<p class="bad" role="alert">${words}</p>`}
    <h2>Charters</h2>${charters.map((one) => charterBody(code, one)).join('') || '<p>No charters yet.</p>'}
    <h2>Requests</h2>${requests.map((one) => requestBody(code, one)).join('') || '<p>No open requests for your vehicles.</p>'}
    <p><a href="/sandbox/charters">Other operators</a> · <a href="/sandbox">Sandbox</a></p>`
}

const outcomes = new Map([
  ['wrong_code', 'That is not the code. Ask the customer.'],
  ['charter_closed', 'It is too late for that.'],
  ['vehicle_taken', 'The vehicle is booked on one of these days.'],
  ['invalid_input', 'Fill in every field.'],
  ['too_many_requests', 'Five wrong codes today. Try again tomorrow.'],
  ['not_found', 'It no longer exists.'],
])

const formatStops = (stops: readonly { city: string }[]) =>
  escapeHtml(stops.map(({ city }) => city).join(' – '))

function requestBody(code: string, request: OperatorCharterRequest): string {
  const { reference, stops, from, until, travellers, needs, budget_kobo, mine, vehicles } = request
  return `<article><b>${formatStops(stops)}</b><br>${from} to ${until}, ${formatCount(travellers, 'traveller')}${
    budget_kobo === null ? '' : `, budget ${formatNaira(budget_kobo)}`
  }${needs === null ? '' : `<pre>${escapeHtml(needs)}</pre>`}
    ${mine === null ? '' : `<p class="good">You offered ${formatNaira(mine.hire_kobo)}: ${mine.state}</p>`}
    ${vehicles.length === 0 ? '<p>None of your vehicles is free then.</p>' : offerForm(code, reference, vehicles)}</article>`
}

function offerForm(
  code: string,
  reference: string,
  vehicles: OperatorCharterRequest['vehicles'],
): string {
  const options = vehicles.map(
    ({ id, name, plate, seats, hire_kobo }) =>
      `<option value="${id}">${escapeHtml(name)} ${escapeHtml(plate)}, ${formatCount(seats, 'seat')}, usually ${formatNaira(hire_kobo)}</option>`,
  )
  const usual = Math.round((vehicles[0]?.hire_kobo ?? 0) / 100)
  return `<details><summary>Make an offer</summary><form method="post" action="${counterOf(code)}/offers">
    <input type="hidden" name="reference" value="${reference}">
    <label for="v-${reference}">Vehicle</label><select id="v-${reference}" name="vehicle_id">${options.join('')}</select>
    <label for="p-${reference}">Your price in naira</label><input id="p-${reference}" name="naira" inputmode="numeric" value="${usual}" required>
    <label for="t-${reference}">Terms</label><input id="t-${reference}" name="terms" maxlength="300" value="Fuel and tolls are included. Overtime as on the vehicle’s page.">
    <button>Send the offer</button></form></details>`
}

const driver = { name: 'Musa Garba', phone: '0809 111 2233', plate: 'KJA-482XB' }

function charterBody(code: string, charter: OperatorCharter): string {
  const { reference, state, stops, from, until, vehicle, contact, hire_kobo } = charter
  return `<article id="${reference}"><b>${reference}</b><br>${formatStops(stops)}, ${from} to ${until}<br>
    ${escapeHtml(vehicle.name)} ${escapeHtml(vehicle.plate)}, ${formatNaira(hire_kobo)} for you<br>
    ${contact === null ? 'You see the customer once something is paid.' : `${escapeHtml(contact.full_name)}, ${contact.phone}`}
    <p class="good" role="status">Now: <b>${state.replaceAll('_', ' ')}</b></p>${formsOf(code, charter)}</article>`
}

function formsOf(code: string, { reference, state, driver: named }: OperatorCharter): string {
  const form = (doing: string, inside: string, button: string) =>
    `<form method="post" action="${counterOf(code)}/charters"><input type="hidden" name="reference" value="${reference}"><input type="hidden" name="doing" value="${doing}">${inside}<button>${button}</button></form>`
  const field = (name: string, label: string, value = '') =>
    `<label for="${name}-${reference}">${label}</label><input id="${name}-${reference}" name="${name}" value="${escapeHtml(value)}" autocomplete="off" required>`
  const isPaid = state === 'booked' || state === 'paid'
  const naming = form(
    'driver',
    field('name', 'Driver', named?.name ?? driver.name) +
      field('phone', 'Phone', named?.phone ?? driver.phone) +
      field('plate', 'Plate', named?.plate ?? driver.plate),
    'Name the driver',
  )
  return [
    isPaid || state === 'under_way' ? `<details><summary>Driver</summary>${naming}</details>` : '',
    state === 'paid'
      ? form('start', field('code', 'Start code, as the customer says it'), 'Start')
      : '',
    state === 'under_way' ? form('end', field('code', 'End code'), 'End') : '',
    isPaid || state === 'awaiting_payment'
      ? `<details><summary>We cannot do it</summary>${form('fail', field('reason', 'Why', 'The engine broke down.'), 'Refund everything')}</details>`
      : '',
  ].join('')
}

const counterOf = (code: string, said?: string) =>
  `/sandbox/charters/${code}${said === undefined ? '' : `?said=${said}`}`

/** Handles a form of the page. A refusal is displayed on it. */
async function doing(
  ctx: Context,
  asked: PageRequest,
  work: (as: Context) => Promise<unknown>,
): Promise<PageResponse> {
  const { as, code } = await operatorOf(ctx, asked)
  try {
    await work(as)
    return { redirect: counterOf(code) }
  } catch (error) {
    if (!(error instanceof Refusal) || !outcomes.has(error.code)) throw error
    return { redirect: counterOf(code, error.code) }
  }
}

/** Returns the input of a call from the fields of a form. Throws `invalid_input`. */
function read<E extends Endpoint>({ input }: E, form: Record<string, unknown>): Input<E> {
  const parsed = input.safeParse(form)
  if (!parsed.success) throw makeRefusal('invalid_input')
  return parsed.data as Input<E>
}

function offer(ctx: Context, asked: PageRequest): Promise<PageResponse> {
  const { naira: price = '', ...form } = asked.form
  const hire_kobo = parseNaira(price)
  return doing(ctx, asked, (as) =>
    operatorCalls.offerCharter(as, read(offerCharter, { ...form, hire_kobo })),
  )
}

function act(ctx: Context, asked: PageRequest): Promise<PageResponse> {
  const { doing: what, ...form } = asked.form
  return doing(ctx, asked, (as) => {
    if (what === 'driver') return operatorCalls.setCharterDriver(as, read(setCharterDriver, form))
    if (what === 'start') return operatorCalls.startCharter(as, read(startCharter, form))
    if (what === 'end') return operatorCalls.endCharter(as, read(endCharter, form))
    return operatorCalls.failCharter(as, read(failCharter, form))
  })
}
