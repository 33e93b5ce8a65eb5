import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, expect, test } from 'vitest'
import { writeBaseLists } from '#server/db/base/index'
import { addDays, today } from '#lib/format'
import { sql } from '#server/db/sql'
import { aCommunityMember, aPost } from '#tests/support/makers/communities'
import { aTrip } from '#tests/support/makers/trips'
import { aUser } from '#tests/support/makers/people'
import { choosePlace } from '#tests/client/fixtures/sheets'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { server, open, enter, hand, pressButton, goOffline, goOnline } = world
await writeBaseLists(server.db)
afterAll(() => server.close())

test('a newcomer takes a name, joins a group, posts, and reads it there', async () => {
  enter(await aUser(server))
  await open('/community/city-jos')
  const name = await screen.findByLabelText(/Name in the community/)
  await pressButton('Use this name')
  await waitFor(() => expect(document.activeElement).toBe(name))
  await hand.type(name, 'Plateau rider')
  await pressButton('Use this name')
  await pressButton('Join the group')
  await hand.type(
    await screen.findByLabelText(/What do you want to say or ask/),
    'When does the first bus to Bauchi leave?',
  )
  await pressButton('Send the post')
  const posts = await screen.findByRole('list', { name: 'Posts' })
  await within(posts).findByText('When does the first bus to Bauchi leave?')
  within(posts).getByText('Plateau rider (you)')
  await open('/community')
  await screen.findByRole('heading', { name: 'You are Plateau rider' })
  const mine = await screen.findByRole('list', { name: 'Groups' })
  await waitFor(() =>
    expect(within(mine).getAllByRole('listitem')[0]?.textContent).toContain('Joined'),
  )
})

test('a newcomer reads the posts of a group first, and a button leads to what writing needs', async () => {
  const ada = await aCommunityMember(server, ['city-ilorin'])
  await aPost(server, ada, 'Where does the bus to Jebba stop?', { group: 'city-ilorin' })
  enter(await aUser(server))
  await open('/community/city-ilorin')
  const posts = await screen.findByRole('list', { name: 'Posts' })
  const name = await screen.findByLabelText(/Name in the community/)
  expect(posts.compareDocumentPosition(name)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await pressButton('Join to write')
  expect(document.activeElement).toBe(name)
})

test('a name and an answer to somebody are checked when their fields are left', async () => {
  enter(await aUser(server))
  await open('/community')
  const name = await screen.findByLabelText(/Name in the community/)
  await hand.type(name, 'A')
  expect(name.getAttribute('aria-invalid')).toBe('false')
  await hand.tab()
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
  enter(await aCommunityMember(server, ['city-kano']))
  await open('/community/city-kano')
  const post = await screen.findByLabelText(/What do you want to say or ask/)
  await hand.type(post, '?')
  await hand.tab()
  await waitFor(() => expect(post.getAttribute('aria-invalid')).toBe('true'))
})

test('what was read opens without a network, and what is written waits and arrives once', async () => {
  const ada = await aCommunityMember(server, ['city-kano'])
  const bola = await aCommunityMember(server, ['city-kano'])
  await aPost(server, bola, 'Sabon Gari park has moved.', { group: 'city-kano' })
  enter(ada)
  await open('/community/city-kano')
  await screen.findByText('Sabon Gari park has moved.')
  expect(screen.getByRole('button', { name: 'Report' })).toBeDefined()
  goOffline()
  await open('/community/city-kano')
  await screen.findByText('Sabon Gari park has moved.')
  await screen.findByText(/No network\. Saved on this phone, as of/)
  await hand.type(await screen.findByLabelText(/What do you want/), 'Where is it now?')
  await pressButton('Send the post')
  const waiting = await screen.findByRole('list', { name: /not sent yet/ })
  within(waiting).getByText('Where is it now?')
  goOnline()
  await open('/community/city-kano')
  const count = async () => {
    const { rows } = await sql`select from community_post where body = 'Where is it now?'`.execute(
      server.db,
    )
    return rows.length
  }
  await waitFor(async () => expect(await count()).toBe(1))
  await open('/community/city-kano')
  await screen.findByText('Where is it now?')
  expect(await count()).toBe(1)
})

test('who has written enough for an hour is told so, and when it goes out', async () => {
  const ada = await aCommunityMember(server, ['city-jos'])
  await sql`insert into community_post (id, group_code, author_id, body, state)
    select gen_random_uuid(), 'city-jos', ${ada.author}::uuid, 'Said before, number ' || n, 'shown'
    from generate_series(1, 20) n`.execute(server.db)
  enter(ada)
  await open('/community/city-jos')
  await hand.type(await screen.findByLabelText(/What do you want/), 'One more from me.')
  await pressButton('Send the post')
  const enough =
    /^You can write up to \d+ posts and answers an hour\. It is sent at \d+:\d\d\s[AP]M\.$/
  await screen.findByText(enough)
  await hand.click(screen.getByRole('link', { name: 'See what is waiting' }))
  await screen.findByText(/^You can write up to \d+ posts and answers an hour\. Next try at \d/)
})

test('a post that is on its way is not a form that a logout would lose', async () => {
  enter(await aCommunityMember(server, ['city-uyo']))
  await open('/community/city-uyo')
  await hand.type(await screen.findByLabelText(/What do you want/), 'Is the new park open?')
  await pressButton('Send the post')
  await screen.findByText('Sent.')
  const { hasDirtyForm, listDraftNames } = await import('#lib/drafts')
  await waitFor(async () => expect(await listDraftNames()).toEqual([]))
  expect(hasDirtyForm()).toBe(false)
})

test('a post is changed before it is sent; the next one is then written as usual', async () => {
  enter(await aCommunityMember(server, ['city-uyo']))
  await open('/community/city-uyo')
  const box = () => screen.findByLabelText(/What do you want/)
  await box()
  goOffline()
  await hand.type(await box(), 'When does it leave')
  await pressButton('Send the post')
  await world.pressWaiting('link', 'Change', () => expect(location.search).toMatch(/waiting=/))
  await waitFor(async () => expect(await box()).toHaveProperty('value', 'When does it leave'))
  await hand.type(await box(), ' for Calabar?')
  await pressButton('Send the post')
  await waitFor(() => expect(location.search).toBe(''))
  expect(await box()).toHaveProperty('value', '')
  const waiting = await screen.findByRole('list', { name: /not sent yet/ })
  await within(waiting).findByText('When does it leave for Calabar?')
  expect(within(waiting).getAllByRole('listitem')).toHaveLength(1)
  expect(screen.queryByText(/not waiting any more/)).toBeNull()
})

test('a post that a newer one has moved to the next page is listed once', async () => {
  const ada = await aCommunityMember(server, ['city-aba'])
  await sql`insert into community_post (id, group_code, author_id, body, state, created_at)
    select gen_random_uuid(), 'city-aba', ${ada.author}::uuid, 'Said as number ' || n, 'shown', now() - n * interval '1 hour'
    from generate_series(1, 25) n`.execute(server.db)
  enter(ada)
  await open('/community/city-aba')
  await screen.findByText('Said as number 20')
  await aPost(server, ada, 'The newest of all.', { group: 'city-aba' })
  await pressButton('Show more')
  await screen.findByText('Said as number 25')
  expect(screen.getAllByText('Said as number 20')).toHaveLength(1)
})

test('who looks for company is told that batch and wish to be found are saved', async () => {
  enter(await aCommunityMember(server, ['camp-yb']))
  await open('/community/camp-yb')
  const isListed = () => screen.findByLabelText(/^Let others going to this camp find me/)
  await hand.click(await isListed())
  await pressButton('Save')
  await screen.findByText('Saved.')
  await hand.click(await isListed())
  expect(screen.queryByText('Saved.')).toBeNull()
})

test('script is shown as words', async () => {
  const ada = await aCommunityMember(server, ['city-uyo'])
  const evil = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>'
  await aPost(server, ada, evil, { group: 'city-uyo' })
  await open('/community/city-uyo')
  await screen.findByText(evil)
  expect(document.querySelector('main img[src="x"]')).toBeNull()
  expect('hit' in window).toBe(false)
})

test('a post is answered, thanked and reported, and its author muted', async () => {
  const ada = await aCommunityMember(server, ['city-aba'])
  const bola = await aCommunityMember(server, ['city-aba'])
  const post = await aPost(server, bola, 'Aba road is free this morning.', { group: 'city-aba' })
  enter(ada)
  await open(`/community/city-aba/${post.id}`)
  await pressButton('Thanks')
  await screen.findByRole('button', { name: 'Thanked (1)' })
  await hand.type(await screen.findByLabelText(/Your answer/), 'Thank you, so it was.')
  await pressButton('Send the answer')
  await screen.findByText('Thank you, so it was.')
  await pressButton('Report')
  const dialog = within(await screen.findByRole('dialog'))
  await hand.click(dialog.getByRole('button', { name: 'Report' }))
  await dialog.findByText('Choose what is wrong with it.', { selector: 'p' })
  await hand.selectOptions(
    dialog.getByLabelText('What is wrong with it?'),
    'It insults or threatens',
  )
  await hand.click(dialog.getByRole('button', { name: 'Report' }))
  await screen.findByText('Thank you. We will look at it.')
  await hand.keyboard('{Escape}')
  await pressButton(`Mute ${bola.name}`)
  const undo = 'Undo it under Community, “Muted and blocked”.'
  await screen.findByText(`You do not see ${bola.name} any more. ${undo}`)
  await screen.findByRole('heading', { name: 'Aba' })
  await waitFor(() => expect(screen.queryByText('Aba road is free this morning.')).toBeNull())
  await open('/community')
  await screen.findByRole('button', { name: 'Unmute' })
})

test('a camp is found with its city, its doubt, and the search for buses that arrive by daylight', async () => {
  await aTrip(server.db, { stops: ['lagos', 'potiskum'] })
  await open('/nysc')
  await hand.selectOptions(
    await screen.findByLabelText('Which state are you posted to?'),
    await screen.findByRole('option', { name: 'Yobe' }),
  )
  await screen.findByText('Dazigau, Nangere LGA')
  screen.getByText('Confirm on your call-up letter.')
  screen.getByText(/Other lists have this camp at Fika/)
  screen.getByText('2026 Batch A, Stream I')
  expect(screen.getAllByText(/No dates announced yet/).length).toBeGreaterThan(0)
  const buddies = screen.getByRole('link', { name: 'Travel with others' })
  expect(buddies.getAttribute('href')).toBe('/community/camp-yb')
  await choosePlace(hand, 'Where do you start?', 'Lagos')
  const buses = await screen.findByRole('link', { name: 'Buses that arrive before 6 pm' })
  expect(buses.getAttribute('href')).toMatch(
    /^\/bookride\?from=lagos&to=potiskum&date=[\d-]+&arrives_before=18:00$/,
  )
  await hand.click(buses)
  await screen.findByRole('heading', { name: /Lagos/ })
})

test('a journey to camp that is broken on the way goes on the day after its first day', async () => {
  await aTrip(server.db, { stops: ['lagos', 'jos'] })
  await aTrip(server.db, { stops: ['jos', 'potiskum'] })
  await open('/nysc')
  await hand.selectOptions(
    await screen.findByLabelText('Which state are you posted to?'),
    await screen.findByRole('option', { name: 'Yobe' }),
  )
  await choosePlace(hand, 'Where do you start?', 'Lagos')
  const road = async (name: string) => {
    const link = await screen.findByRole('link', { name })
    const params = new URL((link as HTMLAnchorElement).href).searchParams
    return ['from', 'to', 'date'].map((one) => params.get(one))
  }
  const first = addDays(today(), 1)
  expect(await road('there on the first day')).toEqual(['lagos', 'jos', first])
  expect(await road('on to camp')).toEqual(['jos', 'potiskum', addDays(first, 1)])
})

test('a group that does not exist says so', async () => {
  await open('/community/no-such-group')
  await screen.findByText('This group does not exist.')
})
