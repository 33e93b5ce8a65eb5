import { expect, test } from 'vitest'
import { registerAllRooms } from '#tests/client/fixtures/with-rooms'

test('freeing space deletes answers, and nothing that cannot be downloaded again', async () => {
  await registerAllRooms()
  const { openOwnStore } = await import('#lib/device/own-store')
  const { read } = await import('#lib/device')
  const { deleteDownloads } = await import('#src/features/offline/storage-usage.ts')
  const answers = openOwnStore('answers')
  await answers.set('a', 'answer')
  const drafts = openOwnStore('drafts')
  await drafts.set('a', 'draft')
  localStorage.setItem('recent-searches', '[{"from":"lagos"}]')
  await deleteDownloads()
  expect(await answers.entries()).toEqual([])
  expect(await drafts.get('a')).toBe('draft')
  expect(read('recent_searches')).toEqual([{ from: 'lagos' }])
  expect(read('small_app')).toBe(true)
})
