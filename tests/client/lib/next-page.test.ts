import { expect, test } from 'vitest'
import { makeRepeatFilter } from '#lib/queries/next-page'

test('what something new has moved to the next page is listed once, where it was first', () => {
  const pages = [
    { data: [{ id: '3' }, { id: '2' }], meta: { page: 1 } },
    { data: [{ id: '2' }, { id: '1' }], meta: { page: 2 } },
  ]
  const filtered = makeRepeatFilter('id')({ pages, pageParams: [1, 2] })
  expect(filtered.pages.map(({ data }) => data.map(({ id }) => id))).toEqual([['3', '2'], ['1']])
  expect(filtered.pages[1]?.meta).toEqual({ page: 2 })
})

test('items without an id of their own are told apart by several fields', () => {
  const [lagos, jos, kano] = [{ code: 'lagos' }, { code: 'jos' }, { code: 'kano' }]
  const data = [
    { from: lagos, to: jos },
    { from: lagos, to: kano },
    { from: jos, to: lagos },
    { from: lagos, to: jos },
  ]
  const filtered = makeRepeatFilter('from', 'to')({ pages: [{ data }], pageParams: [1] })
  expect(filtered.pages[0]?.data).toEqual(data.slice(0, 3))
})
