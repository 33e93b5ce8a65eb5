import { expect, test } from 'vitest'
import { registerAllRooms } from '#tests/client/fixtures/with-rooms'

test('freeing space deletes answers, and nothing that cannot be downloaded again', async () => {
  await registerAllRooms()
  const { openOwnerStore } = await import('#lib/device/owner-store')
  const { read } = await import('#lib/device')
  const { deleteDownloads } = await import('#src/features/offline/storage-usage.ts')
  const answers = openOwnerStore('answers')
  await answers.set('a', 'answer')
  const drafts = openOwnerStore('drafts')
  await drafts.set('a', 'draft')
  const ends = {
    from: { code: 'lagos', name: 'Lagos' },
    to: { code: 'abuja', name: 'Abuja' },
  }
  const search = { ...ends, date: '2026-11-21', passengers: 1 }
  localStorage.setItem('recent-searches', JSON.stringify([search]))
  await deleteDownloads()
  expect(await answers.entries()).toEqual([])
  expect(await drafts.get('a')).toBe('draft')
  expect(read('recent_searches')).toEqual([search])
  expect(read('small_app')).toBe(true)
})
