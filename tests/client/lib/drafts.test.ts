import { act, renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

let drafts: typeof import('#lib/drafts')

/** Restarts the phone: memory is empty, everything stored on the device is there. */
async function start() {
  vi.resetModules()
  drafts = await import('#lib/drafts')
}
beforeEach(start)

async function openForm(name: string) {
  const form = renderHook(() => drafts.useDraft(name, ''))
  await waitFor(() => expect(form.result.current.is_ready).toBe(true))
  return form
}

test('what was typed is there after a reload', async () => {
  const form = await openForm('a')
  act(() => form.result.current.change('Adaeze'))
  form.unmount()
  await start()
  expect((await openForm('a')).result.current.value).toBe('Adaeze')
})

test('what was typed in the moment the page was torn away is there, too', async () => {
  const form = await openForm('a')
  act(() => form.result.current.change('Ada'))
  act(() => form.result.current.change((before) => `${before}eze`))
  dispatchEvent(new Event('pagehide'))
  await start()
  expect((await openForm('a')).result.current.value).toBe('Adaeze')
})

test('two forms never mix their words', async () => {
  const [one, other] = [await openForm('a'), await openForm('b')]
  act(() => one.result.current.change('for a'))
  act(() => other.result.current.change('for b'))
  await drafts.flushDrafts()
  await start()
  expect((await openForm('b')).result.current.value).toBe('for b')
  expect((await openForm('a')).result.current.value).toBe('for a')
})

test('a draft that was sent is gone, now and after a reload', async () => {
  const form = await openForm('a')
  act(() => form.result.current.change('sent'))
  expect(drafts.hasDirtyForm()).toBe(true)
  await drafts.flushDrafts()
  await act(() => form.result.current.discard())
  expect(drafts.hasDirtyForm()).toBe(false)
  form.unmount()
  await start()
  expect((await openForm('a')).result.current.value).toBe('')
})

test('a phone without IndexedDB still takes what is typed', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('no', 'InvalidStateError')
  })
  const form = await openForm('a')
  act(() => form.result.current.change('typed'))
  await drafts.flushDrafts()
  expect(form.result.current.value).toBe('typed')
})
