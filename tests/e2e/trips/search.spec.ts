import { cancelTrips } from '#tests/e2e/fixtures/database'
import { saleDays } from '#contract/sale'
import {
  choosePlace,
  dayAhead,
  findPlaceInput,
  findPlaceSheet,
  searchFor,
} from '#tests/e2e/fixtures/steps'
import { allowFaults } from '#tests/e2e/fixtures/faults'
import { expect, test } from '#tests/e2e/fixtures/world'
import type { Page } from '@playwright/test'

const trips = (page: Page) => page.getByRole('list', { name: 'Trips' }).getByRole('listitem')

/** The trips that are sorted; full buses come after all of them. */
const withSeats = (page: Page) =>
  trips(page).filter({ hasNot: page.getByRole('link', { name: 'Waiting list' }) })

/** The departure times of the cards in order, as their elements' `datetime`. */
async function departures(page: Page): Promise<string[]> {
  return withSeats(page)
    .locator('time')
    .evaluateAll((times) =>
      times
        .filter((_, index) => index % 2 === 0)
        .map((time) => time.getAttribute('datetime') ?? ''),
    )
}

async function fares(page: Page): Promise<number[]> {
  const texts = await withSeats(page)
    .getByText(/^₦[\d,.]+$/)
    .allInnerTexts()
  return texts.map((text) => Number(text.replaceAll(/[₦,]/g, '')))
}

test('the address that the plain form makes shows trips, names of places and all', async ({
  page,
}) => {
  await page.goto(`/bookride?from=Lagos&to=Port+Harcourt&date=${dayAhead(4)}&passengers=3`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Port Harcourt')
  await expect(trips(page).first()).toBeVisible()
})

test('filters and sorting stand in the address and hold what they promise', async ({ page }) => {
  await searchFor(page)
  await expect(trips(page).first()).toBeVisible()
  const all = await page.getByText(/^\d+ trips?$/).innerText()
  await page.getByRole('button', { name: 'Filters' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filters' })
  await dialog.getByText('6 AM to noon').click()
  await expect(dialog.getByRole('checkbox', { name: '6 AM to noon' })).toBeChecked()
  await dialog.getByText('Air conditioning').click()
  await expect(dialog.getByRole('checkbox', { name: 'Air conditioning' })).toBeChecked()
  await dialog.getByRole('button', { name: /^Show \d+ trips?$/ }).click()
  await expect(page).toHaveURL(/departs=morning/)
  await expect(page).toHaveURL(/amenity=ac/)
  await page.getByLabel('Sort by').selectOption('price')
  await expect(page).toHaveURL(/sort=price/)
  await expect(page.getByText(/^\d+ trips?$/)).not.toHaveText(all)
  await expect(trips(page).first()).toContainText('Air conditioning')
  await expect
    .poll(async () => {
      const found = await fares(page)
      return found.length > 1 && found.every((fare, index) => fare >= (found[index - 1] ?? 0))
    })
    .toBe(true)
  for (const text of await trips(page).allInnerTexts()) {
    expect(text).toMatch(/\b(6|7|8|9|10|11):\d\d AM/)
    expect(text).toContain('Air conditioning')
  }

  await page.reload()
  await expect(page.getByLabel('Sort by')).toHaveValue('price')
  await expect(page.getByRole('button', { name: 'Filters (2)' })).toBeVisible()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page.getByText(all, { exact: true })).toBeVisible()
  await page.getByLabel('Sort by').selectOption('departure')
  await expect(page).toHaveURL(/sort=departure/)
  await expect
    .poll(async () => {
      const times = await departures(page)
      return times.length > 1 && times.join() === times.toSorted().join()
    })
    .toBe(true)
})

test('too many filters say so and are taken back with one tap', async ({ page }) => {
  const filters = 'amenity=ac,wifi,usb,tv,toilet,meal,reclining,luggage&departs=early'
  await page.goto(`/bookride?from=lagos&to=abuja&date=${dayAhead(3)}&${filters}&max_fare_kobo=100`)
  await expect(page.getByText('No trip matches all your filters.')).toBeVisible()
  await page.getByRole('link', { name: 'Show all trips' }).click()
  await expect(trips(page).first()).toBeVisible()
})

test('the week of fares moves a day with one tap', async ({ page }) => {
  await searchFor(page, { day: dayAhead(3) })
  const week = page.getByRole('navigation', { name: 'Cheapest fares of the week' })
  await expect(week.locator('[aria-current="date"]')).toBeVisible()
  await week.getByRole('link').last().click()
  await expect(page).not.toHaveURL(new RegExp(dayAhead(3)))
  await expect(week.getByRole('link').locator('visible=true').first()).toBeVisible()
})

test('until the trips of another day come, none of the day before stand there', async ({
  page,
}) => {
  await searchFor(page, { day: dayAhead(3) })
  await expect(trips(page).first()).toBeVisible()
  let answer = () => undefined as void
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/trips\?/, async (route) => {
    await held
    await route.continue()
  })
  const other = page
    .getByRole('navigation', { name: 'Cheapest fares of the week' })
    .locator(`a[href*="${dayAhead(4)}"]`)
  await other.press('Enter')
  await expect(other).toHaveAttribute('aria-current', 'date')
  await expect(other).toBeFocused()
  await expect(trips(page)).toHaveCount(0)
  await expect(page.getByText('Slow network…')).toBeVisible()
  answer()
  await expect(trips(page).first()).toBeVisible()
  await expect(other).toBeFocused()
})

test('until the filters are answered, the trips before them stand there as old', async ({
  page,
}) => {
  await searchFor(page)
  const list = page.getByRole('list', { name: 'Trips' })
  await expect(list).toHaveAttribute('aria-busy', 'false')
  let answer = () => undefined as void
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/trips\?/, async (route) => {
    await held
    await route.continue()
  })
  await page.getByLabel('Sort by').selectOption('price')
  await expect(list).toHaveAttribute('aria-busy', 'true')
  answer()
  await expect(list).toHaveAttribute('aria-busy', 'false')
})

test('a trip shows its road on the map of the country', async ({ page }) => {
  await searchFor(page)
  await trips(page).first().getByRole('link').click()
  // The map is drawn once it is visible.
  await page.getByRole('region', { name: 'Map of the road' }).scrollIntoViewIfNeeded()
  const map = page.getByRole('img', { name: 'The road from Lagos to Abuja on the map of Nigeria' })
  await expect(map).toContainText('Lagos')
  await expect(map).toContainText('Abuja')
  const road = (await map.locator('polyline').getAttribute('points')) ?? ''
  const [start, ...rest] = road.split(' ').map((point) => point.split(',').map(Number))
  const end = rest.at(-1)
  expect(start?.[0], 'Lagos lies west of Abuja').toBeLessThan(end?.[0] ?? 0)
  expect(start?.[1], 'and south of it').toBeGreaterThan(end?.[1] ?? 400)
})

test('no trip that day: the next days with one are offered', async ({ page }) => {
  const [quiet, next] = [dayAhead(2), dayAhead(3)]
  await cancelTrips('mubi', quiet)
  await page.goto(`/bookride?from=mubi&to=yola&date=${quiet}`)
  await expect(page.getByText(/^No trip from Mubi to Yola on /)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Next days with a trip' })).toBeVisible()
  await page.locator(`main li a[href*="bookride?"][href*="date=${next}"]`).first().click()
  await expect(trips(page).first()).toBeVisible()
})

test('the form says what is wrong beside its field', async ({ page }) => {
  await page.goto('/')
  const back = page.getByRole('dialog').getByRole('button', { name: 'Back' })
  const search = page.getByRole('button', { name: 'Search buses' })
  await choosePlace(page, 'From', 'lag', 'Lagos')
  await expect(findPlaceSheet(page, 'To')).toBeVisible()
  await page.goBack()
  await expect(findPlaceSheet(page, 'To')).toBeHidden()
  await search.click()
  await expect(page.getByText('Where do you want to go?')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'To' })).toBeFocused()
  await page.keyboard.type('Atlantis')
  await expect(page.getByText('No place is called “Atlantis”.')).toBeVisible()
  await back.click()
  await search.click()
  await expect(page.getByText(/Pick from the list/)).toBeVisible()
  await page.getByRole('combobox', { name: 'To' }).click()
  await findPlaceInput(page).fill('Lekki')
  await expect(page.getByText('That is in Lagos, where you start.')).toBeVisible()
  await expect(page.getByRole('option')).toHaveCount(0)
  await back.click()
  await expect(page.getByText(/Pick from the list/)).toBeHidden()
  await choosePlace(page, 'To', 'abu', 'Abuja')
  await page.getByRole('textbox', { name: 'Day' }).click()
  await expect(page.locator(`[data-day="${dayAhead(saleDays)}"]`)).toBeEnabled()
  await expect(page.locator('[data-day]:enabled')).toHaveCount(saleDays + 1)
})

test('without the script of the sheets, the browser’s own controls search', async ({
  page,
  faults,
}) => {
  await page.route('**/assets/search-sheets-*.js', (route) => route.abort())
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Day' }).click()
  await page.locator('input[type=date]').fill(dayAhead(-1))
  await page.locator('input[name=from]').fill('Lagos')
  await page.locator('input[name=to]').fill('Abuja')
  await page.getByRole('button', { name: 'Search buses' }).click()
  await expect(page.getByText('Choose today or a later day.')).toBeVisible()
  await page.locator('input[type=date]').fill(dayAhead(90))
  await page.getByRole('button', { name: 'Search buses' }).click()
  await expect(page.getByText('Tickets are sold for the next 30 days.')).toBeVisible()
  await page.locator('input[type=date]').fill(dayAhead(3))
  await page.getByRole('button', { name: 'Search buses' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Abuja')
  allowFaults(faults, /net::ERR_FAILED|Failed to/)
})

const wrongAddresses = [
  [`from=lagos&to=atlantis&date=${dayAhead(3)}`, /atlantis|place|know/i],
  [`from=lagos&to=lagos&date=${dayAhead(3)}`, /Your trip starts in Lagos/],
  [`from=lagos&to=abuja&date=${dayAhead(-2)}`, /That date has passed/],
  ['from=lagos&to=abuja&date=2026-02-30', /.+/],
  [`from=lagos&to=abuja&date=${dayAhead(3)}&passengers=7`, /.+/],
  [`from=lagos&to=abuja&date=${dayAhead(3)}&passengers=0`, /.+/],
  ['from=lagos', /This link is not complete/],
] as const
for (const [query, sentence] of wrongAddresses) {
  test(`an address that asks for the impossible is told what is wrong: ${query}`, async ({
    page,
  }) => {
    await page.goto(`/bookride?${query}`)
    await expect(page.getByRole('main')).toContainText(sentence)
    await expect(
      page
        .getByRole('link', { name: 'Change search' })
        .or(page.getByRole('button', { name: 'Search buses' }))
        .last(),
    ).toBeVisible()
    await expect(page.getByText('This screen stopped')).toBeHidden()
  })
}

test('places are found with and without their accents, by park and by state', async ({ page }) => {
  await page.goto('/')
  await choosePlace(page, 'From', 'ijebu', 'Ijẹbu-Ode')
  await page.keyboard.press('Escape')
  await choosePlace(page, 'From', 'Ẹpẹ', 'Ẹpẹ')
  const options = page.getByRole('listbox', { name: 'To' }).getByRole('option')
  await findPlaceInput(page).fill('jibowu')
  await expect(options.first()).toContainText('Motor park, Lagos')
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'From' }).click()
  await findPlaceInput(page).fill('cross riv')
  await expect(page.getByRole('option').filter({ hasText: 'Calabar' }).first()).toBeVisible()
})

test('from and to change places', async ({ page }) => {
  await page.goto('/')
  await choosePlace(page, 'From', 'lag', 'Lagos')
  await choosePlace(page, 'To', 'iba', 'Ibadan')
  await page.getByRole('button', { name: 'Swap from and to' }).click()
  await expect(page.getByRole('combobox', { name: 'From' })).toHaveValue('Ibadan')
  await expect(page.getByRole('combobox', { name: 'To' })).toHaveValue('Lagos')
  await page.getByRole('button', { name: 'Search buses' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Lagos')
  await expect(page).toHaveURL(/from=ibadan&to=lagos/)
})

test('a road searched before is one tap away', async ({ page }) => {
  await searchFor(page)
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Searched before' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/from=lagos&to=abuja/)
  await expect(trips(page).first()).toBeVisible()
})
