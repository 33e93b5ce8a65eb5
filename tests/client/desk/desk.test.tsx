import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { askForListing, listMyListings } from '#contract/businesses/endpoints'
import { claimParcel } from '#contract/parcels/endpoints'
import { sql } from '#server/db/sql'
import { aSecondFactorMember, aStaffMember } from '#tests/support/makers/members'
import { aJpeg } from '#tests/support/files/jpegs'
import { aListingInput } from '#tests/support/makers/businesses'
import { aPaidParcel, aParcelTrip, makeDamageScans, sendScans } from '#tests/support/makers/parcels'
import { aUser } from '#tests/support/makers/people'
import { fetchWalletBalance } from '#tests/support/makers/wallets'
import { openDesk } from '#tests/client/fixtures/open-desk'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { hand, server, pressButton: press } = world
const photo = (await aJpeg()).toString('base64')

/** A claim for a lost parcel of a new operator, and the operator's owner. */
async function aClaim(asked_kobo: number) {
  const trip = await aParcelTrip(server)
  const made = await aPaidParcel(server, { trip })
  const { tracking_id, waybill } = made.parcel
  await sendScans(server, made.operator, makeDamageScans(tracking_id, 'lost'))
  const words = 'It never came to Abuja.'
  const claim = { tracking_id, kind: 'lost' as const, words, asked_kobo, photos: [photo, photo] }
  const { status, text } = await server.call(claimParcel, claim, { as: made.as })
  if (status !== 200) throw new Error(text)
  const owner = await aSecondFactorMember(server, { operator_id: trip.operator_id, role: 'owner' })
  return { owner, sender: made.sender, waybill: waybill ?? '' }
}

const cardOf = (name: string) => screen.findByRole('listitem', { name: new RegExp(name) })
const show = async (label: RegExp) => {
  const option = await screen.findByRole<HTMLOptionElement>('option', { name: label })
  await hand.selectOptions(await screen.findByLabelText('Show'), option)
}
/** Counts the requests that contain `part`, so that repeats are noticed. */
const asks = (part: string) => world.sent.filter((question) => question.includes(part)).length

test('an owner looks at a claim, pays a part of it after a second look, and finds it in the log', async () => {
  const { owner, sender, waybill } = await aClaim(900_000)
  await openDesk(world, owner, '/')
  await hand.click(await screen.findByRole('link', { name: /^Claims/ }))
  const card = within(await cardOf(waybill))
  card.getByText('It never came to Abuja.')
  card.getByText('Two lace wrappers and a blouse')
  expect(asks('/photos/')).toBe(0)
  await hand.click(card.getByRole('button', { name: 'Show 2 photos' }))
  await card.findByRole('img', { name: 'Photo 2 of this claim' })

  await hand.click(card.getByRole('button', { name: 'Answer' }))
  await press('Continue')
  await card.findByText('Choose one.', { selector: '[id$="-error"]' })
  await hand.click(card.getByRole('radio', { name: 'Pay' }))
  const amount = card.getByLabelText<HTMLInputElement>(/How much, in naira/)
  expect(amount.value).toBe('9000')
  await hand.clear(amount)
  await hand.type(amount, '9000.01')
  await hand.type(card.getByLabelText(/Why/), 'We found the half of it.')
  await press('Continue')
  await card.findByRole('textbox', { description: /At most ₦9,000\./ })

  // The parcel's cover may have changed after the desk loaded it. The server then refuses the amount.
  await sql`update parcel set cover_kobo = 500000 where waybill = ${waybill}`.execute(server.db)
  await hand.clear(amount)
  await hand.type(amount, '6000')
  await press('Continue')
  await card.findByText(/at your cost/)
  expect(asks('/answer')).toBe(0)
  await press('Yes, pay ₦6,000')
  await card.findByRole('textbox', { description: /It is covered for ₦5,000 at most\./ })
  await hand.clear(amount)
  await hand.type(amount, '4000')
  await press('Continue')
  await press('Change')
  expect(card.queryByRole('button', { name: /^Yes/ })).toBeNull()
  await press('Continue')
  await press('Yes, pay ₦4,000')
  const said = await screen.findByText(`₦4,000 for ${waybill} is in the sender’s wallet.`)
  expect(document.activeElement).toBe(said)
  await screen.findByText('No claims are waiting.')
  expect((await fetchWalletBalance(server, sender)).balance_kobo).toBe(400_000)

  await show(/^Answered/)
  within(await cardOf(waybill)).getByText(/We found the half of it/)
  await hand.click(screen.getByRole('link', { name: 'Log' }))
  await screen.findByText(new RegExp(`${waybill}, ₦4,000`))
})

test('an owner recommends on what our staff answer, and an administrator refuses it', async () => {
  const { owner, sender, waybill } = await aClaim(2_000_000)
  await openDesk(world, owner, '/claims')
  await screen.findByText('No claims are waiting.')
  await show(/^Waka answers/)
  const card = within(await cardOf(waybill))
  expect(card.queryByRole('button', { name: 'Answer' })).toBeNull()
  await hand.click(card.getByRole('button', { name: 'Recommend to Waka' }))
  await hand.click(card.getByRole('radio', { name: 'Refuse' }))
  await hand.type(card.getByLabelText(/Why/), 'It was handed out, the receiver signed.')
  await press('Send')
  await screen.findByText(`Waka has your recommendation for ${waybill}.`)
  within(await cardOf(waybill)).getByText(/You recommended refusing it/)

  const admin = await aStaffMember(server)
  await openDesk(world, admin, '/claims')
  const ours = within(await cardOf(waybill))
  ours.getByText(/the receiver signed/)
  await hand.click(ours.getByRole('button', { name: 'Answer' }))
  await hand.click(ours.getByRole('radio', { name: 'Refuse' }))
  await hand.type(ours.getByLabelText(/Why/), 'The receiver signed for it.')
  await press('Continue')
  await press('Yes, refuse it')
  await screen.findByText(`The claim for ${waybill} is refused.`)
  expect((await fetchWalletBalance(server, sender)).balance_kobo).toBe(0)
})

test('an administrator lists one business and says why another is not listed', async () => {
  const asker = await aUser(server)
  for (const name of ['Baobab Rooms', 'No Such House'])
    await server.call(askForListing, aListingInput(name), { as: asker.as })
  const admin = await aStaffMember(server)
  await openDesk(world, admin, '/')
  await hand.click(await screen.findByRole('link', { name: 'Businesses' }))
  const good = within(await cardOf('Baobab Rooms'))
  const phone = good.getByRole<HTMLAnchorElement>('link', { name: '0803 123 4567' })
  expect(phone.href).toBe('tel:+2348031234567')
  good.getByText('Six rooms with a night guard, beside the park.')
  good.getByText('Every day, day and night')
  await hand.click(good.getByRole('button', { name: 'List it' }))
  const said = await screen.findByText('Baobab Rooms is listed.')
  expect(document.activeElement).toBe(said)

  const bad = within(await cardOf('No Such House'))
  await hand.click(bad.getByRole('button', { name: 'Do not list' }))
  const why = bad.getByLabelText(/Why it is not listed/)
  await bad.findByRole('textbox', { description: /Enter a reason\./ })
  await hand.type(why, 'Nobody there knows of it.')
  await hand.click(bad.getByRole('button', { name: 'Do not list' }))
  await screen.findByText('No businesses are waiting.')
  const { data } = await server.call(listMyListings, {}, { as: asker.as })
  expect(data.map(({ state, words }) => [state, words])).toEqual([
    ['refused', 'Nobody there knows of it.'],
    ['listed', null],
  ])
})

test('who has no such role finds neither, and a list without a network comes with the network', async () => {
  const { owner, waybill } = await aClaim(100_000)
  const support = await aStaffMember(server, 'support')
  await openDesk(world, support, '/claims')
  await screen.findByRole('heading', { name: 'Inbox' })
  expect(screen.queryByRole('link', { name: /Claims|Businesses/ })).toBeNull()

  await openDesk(world, owner, '/businesses')
  await screen.findByRole('heading', { name: 'Departures' })
  expect(screen.queryByRole('link', { name: 'Businesses' })).toBeNull()
  world.loseServer()
  await hand.click(screen.getByRole('link', { name: /^Claims/ }))
  await screen.findByText('You are offline.')
  world.goOnline()
  await cardOf(waybill)
})

test('the screens of the desk are in groups by purpose, in one order for every role', async () => {
  const { owner } = await aClaim(100_000)
  const admin = await aStaffMember(server)
  /** The links of each group, without the numbers beside them. */
  const groups = async () => {
    const desk = within(await screen.findByRole('navigation', { name: 'Desk' }))
    return desk.getAllByRole('group').map((group) => [
      group.ariaLabel,
      ...within(group)
        .getAllByRole('link')
        .map((link) => link.firstChild?.textContent),
    ])
  }
  await openDesk(world, owner, '/claims')
  expect(await groups()).toEqual([
    ['Sell', 'Departures', 'Counter', 'Sales', 'Parcels'],
    ['Customers', 'Inbox', 'Ready answers', 'Reviews'],
    ['Money', 'Drawers', 'Claims'],
    ['Manage', 'Members', 'Log', 'Login codes'],
  ])
  await openDesk(world, admin, '/claims')
  expect(await groups()).toEqual([
    ['Customers', 'Inbox', 'Ready answers', 'Moderation'],
    ['Money', 'Claims', 'Refunds', 'Disputes', 'Reward checks'],
    ['Manage', 'Businesses', 'Members', 'Log'],
  ])
})

test('a button of the navigation leads the keyboard to its group, and only turning the phone leads back', async () => {
  const { owner } = await aClaim(100_000)
  const turn = giveLayout(360)
  const countNow = world.silenceAt('/desk/waiting')
  // An owner has no such screen, so the first one is shown.
  await openDesk(world, owner, '/businesses')
  const sell = await screen.findByRole('button', { name: 'Sell' })
  const money = screen.getByRole('button', { name: /^Money/ })
  expect(sell.ariaCurrent).toBe('true')
  expect(screen.getByRole('link', { name: 'Departures' }).ariaCurrent).toBe('page')

  money.focus()
  await hand.keyboard('{Enter}')
  const drawers = screen.getByRole('link', { name: 'Drawers' })
  expect(document.activeElement).toBe(drawers)
  await hand.tab()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Claims' }))
  const strip = drawers.closest('[role="group"]')?.parentElement
  if (!strip) throw new Error('the group is not in a strip')
  expect(strip.scrollLeft).toBe(2 * 360)
  fireEvent.scroll(strip)
  expect(money.ariaCurrent).toBe('true')

  countNow()
  await screen.findByRole('link', { name: 'Claims 1 waiting' })
  expect(strip.scrollLeft).toBe(2 * 360)
  expect(money.ariaCurrent).toBe('true')

  turn()
  expect(strip.scrollLeft).toBe(0)
  expect(sell.ariaCurrent).toBe('true')
})

/** Gives the groups of the navigation a place on a phone of this width. Returns a function that turns the phone. */
function giveLayout(width: number): () => void {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width)
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function left(
    this: HTMLElement,
  ) {
    if (this.role !== 'group') return 0
    return [...(this.parentElement?.children ?? [])].indexOf(this) * width
  })
  const observers = new Set<() => void>()
  class Observer implements ResizeObserver {
    readonly #tell: () => void
    constructor(tell: ResizeObserverCallback) {
      this.#tell = () => tell([], this)
    }
    observe() {
      observers.add(this.#tell)
      this.#tell()
    }
    unobserve = () => undefined
    disconnect = () => void observers.delete(this.#tell)
  }
  vi.stubGlobal('ResizeObserver', Observer)
  return () =>
    act(() => {
      for (const tell of observers) tell()
    })
}
