import { expect, test } from './support/world.ts'

for (const [address, name] of [
  ['/fuel-price', 'Fuel prices'],
  ['/reviews', 'Reviews'],
  ['/send-parcel', 'Send a parcel'],
  ['/login', 'Log in'],
] as const)
  test(`the head of ${address} stands before its script, and stays where it is`, async ({
    page,
  }) => {
    let letGo: () => void = () => undefined
    const held = new Promise<void>((resolve) => (letGo = resolve))
    const first = /\/assets\/(?:main|react|vendor|rolldown-runtime|kit)-/
    await page.route(/\/assets\/.*\.js/, async (route) => {
      if (!first.test(route.request().url())) await held
      await route.fallback()
    })
    await page.goto(address, { waitUntil: 'commit' })
    const heading = page.getByRole('heading', { level: 1, name })
    await expect(page).toHaveTitle(new RegExp(`^${name} – `))
    // What the script draws first has a way past the navigation; the printed page has none.
    await expect(page.locator('a[href="#main"]')).toBeAttached()
    await expect(page.locator('main [aria-busy="true"]')).toBeVisible()
    const before = await heading.boundingBox()
    letGo()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    expect(await heading.boundingBox()).toEqual(before)
  })
