import { render, screen, waitFor } from '@testing-library/react'
import { aHand } from '#tests/client/fixtures/hand'
import { useRef } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { useDraft } from '#lib/drafts'
import { MessageComposer } from '#src/features/support/composer.tsx'
import { useAttachment } from '#src/features/support/use-attachment.ts'

/** A message field on a phone that stores a message only on request. */
function aSlowPhone() {
  const sent: string[] = []
  const keeping: (() => void)[] = []
  function Box() {
    const draft = useDraft('message-slow', '')
    const attachment = useAttachment('slow')
    const box = useRef<HTMLTextAreaElement>(null)
    const send = ({ body }: { body: string }) => {
      sent.push(body)
      return new Promise<boolean>((resolve) => keeping.push(() => resolve(true)))
    }
    return (
      <MessageComposer
        id={undefined}
        draft={draft}
        attachment={attachment}
        box={box}
        waiting={0}
        send={send}
      />
    )
  }
  render(
    <MemoryRouter>
      <Box />
    </MemoryRouter>,
  )
  return { sent, keep: () => keeping.shift()?.() }
}

test('what is typed while a message is being kept stays, and is sent when Send was pressed for it', async () => {
  const hand = aHand()
  const { sent, keep } = aSlowPhone()
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your message' })
  const press = () => hand.click(screen.getByRole('button', { name: 'Send' }))
  await hand.type(box, 'One')
  await press()
  await hand.type(box, ' Two')
  keep()
  await waitFor(() => expect(box.value).toBe('Two'))
  expect(sent).toEqual(['One'])

  await press()
  await press()
  await hand.clear(box)
  await hand.type(box, 'Three')
  keep()
  await waitFor(() => expect(sent).toEqual(['One', 'Two', 'Three']))
  expect(box.value).toBe('Three')
  keep()
  await waitFor(() => expect(box.value).toBe(''))
  expect(sent).toHaveLength(3)
})
