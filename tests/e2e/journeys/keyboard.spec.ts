import type { Page } from '@playwright/test'
import { ada, aPhoneNumber, dayAhead } from '#tests/e2e/fixtures/steps'
import { expect, test } from '#tests/e2e/fixtures/world'

/** Presses Tab until an element of this role and name has the focus; gives up after a while, as a person would. */
async function tabTo(
  page: Page,
  role: 'button' | 'link' | 'textbox' | 'combobox' | 'radio',
  name: RegExp,
) {
  const wanted = page.getByRole(role, { name }).locator('visible=true')
  await expect(wanted.first()).toBeVisible()
  for (let presses = 0; presses < 120; presses += 1) {
    const isHere = await wanted.evaluateAll((all) => all.includes(document.activeElement as never))
    if (isHere) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`No ${role} ${name} is reached by Tab.`)
}

/** Presses Tab until a field of the form has the focus, and types. */
async function type(page: Page, name: RegExp, text: string): Promise<void> {
  await tabTo(page, 'textbox', name)
  await page.keyboard.type(text)
  await page.keyboard.press('Tab')
}

async function pickPlace(page: Page, field: RegExp, letters: string, place: string): Promise<void> {
  // Once From is chosen, the sheet of To is open already.
  if (!(await page.getByRole('dialog').isVisible())) await tabTo(page, 'combobox', field)
  await page.keyboard.type(letters)
  await expect(page.getByRole('option').filter({ hasText: place }).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: field })).toHaveValue(place)
}

/** Moves over the seats with the arrow keys, past taken ones, to a free one. */
async function walkToFreeSeat(page: Page): Promise<void> {
  const here = page.locator('[data-seat]:focus')
  const start = await here.getAttribute('data-seat')
  for (const key of ['Down', 'Right', 'Right', 'Down', 'Left', 'Down', 'Right', 'Down']) {
    await page.keyboard.press(`Arrow${key}`)
    const seat = await here.getAttribute('data-seat')
    if (seat !== start && (await here.getAttribute('data-state')) === 'free') return
  }
  throw new Error('No free seat is reached by the arrow keys.')
}

test('from the first page to the ticket by keyboard alone', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await pickPlace(page, /^From/, 'lag', 'Lagos')
  await pickPlace(page, /^To/, 'abu', 'Abuja')
  await tabTo(page, 'button', /^Search buses$/)
  await page.keyboard.press('Enter')

  // The plain form searches for today; the week strip leads to a day with seats.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Abuja')
  const [, month = '', date = ''] = dayAhead(4).split('-').map(Number)
  const months = [
    'Jan',
    'Feb',
    'Mar',
    'Apr',
    'May',
    'Jun',
    'Jul',
    'Aug',
    'Sep',
    'Oct',
    'Nov',
    'Dec',
  ]
  const day = new RegExp(`${date} ${months[Number(month) - 1]}`)
  await tabTo(page, 'link', day)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(dayAhead(4)))
  await expect(page.getByRole('link', { name: day })).toHaveAttribute('aria-current', 'date')
  const operator = page.getByRole('list', { name: 'Trips' }).getByRole('link').first()
  await expect(operator).toBeVisible()
  const name = await operator.innerText()
  await tabTo(page, 'link', new RegExp(`^${name}$`))
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await tabTo(page, 'button', /^Seat \d+, .*, free$/)
  await walkToFreeSeat(page)
  await page.keyboard.press('Space')
  await expect(page.locator('[data-seat][data-state="mine"]')).toBeFocused()
  await tabTo(page, 'button', /^Hold seats?$/)
  await page.keyboard.press('Enter')

  await page.waitForURL('**/bookride/passenger-details?booking=*')
  await type(page, /^Full name/, ada.full_name)
  await tabTo(page, 'radio', /^Female$/)
  await page.keyboard.press('Space')
  await type(page, /^Address/, '12 Allen Avenue, Ikeja')
  await type(page, /^Your phone/, aPhoneNumber())
  await type(page, /^Full name/, 'Ngozi Okonkwo')
  await type(page, /^Phone$/, '0809 999 8888')
  await tabTo(page, 'combobox', /^Relationship to/)
  await page.keyboard.type('Sib')
  await page.keyboard.press('Tab')
  await tabTo(page, 'button', /to payment$/)
  await page.keyboard.press('Enter')

  await page.waitForURL('**/bookride/pay?booking=*')
  await tabTo(page, 'radio', /Bank transfer/)
  await page.keyboard.press('ArrowDown')
  await tabTo(page, 'button', /^Pay ₦/)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/sandbox/**')
  await tabTo(page, 'button', /^Pay by card$/)
  await page.keyboard.press('Enter')

  await expect(page.getByRole('article', { name: `Ticket of ${ada.full_name}` })).toBeVisible()
  await tabTo(page, 'button', /^Show the code of seat/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Show the code of seat/ })).toBeFocused()
})

test('what has the focus is seen, and no bar lies over it', async ({ page }) => {
  await page.goto(`/bookride?from=lagos&to=abuja&date=${dayAhead(3)}&passengers=1`)
  await page.getByRole('list', { name: 'Trips' }).getByRole('link').first().click()
  await expect(page.getByRole('button', { name: 'Hold any seat' })).toBeVisible()
  for (let presses = 0; presses < 25; presses += 1) {
    await page.keyboard.press('Tab')
    const hidden = await page.evaluate(() => {
      const focused = document.activeElement
      if (focused === null || focused === document.body) return undefined
      const { left, right, top, bottom } = focused.getBoundingClientRect()
      const corners = [
        [(left + right) / 2, top + 2],
        [(left + right) / 2, bottom - 2],
        [(left + right) / 2, (top + bottom) / 2],
      ] as const
      const isSeen = corners.some(([x, y]) => {
        const there = document.elementFromPoint(x, y)
        return there !== null && (focused.contains(there) || there.contains(focused))
      })
      return isSeen ? undefined : focused.outerHTML.slice(0, 120)
    })
    expect(hidden, 'the focus is hidden').toBeUndefined()
  }
})
