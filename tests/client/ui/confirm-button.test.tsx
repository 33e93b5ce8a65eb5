import { render, screen } from '@testing-library/react'
import { aHand } from '#tests/client/fixtures/hand'
import { expect, test, vi } from 'vitest'
import { ConfirmButton } from '#ui/confirm-button'

test('what cannot be undone is asked about, and a key pressed twice changes nothing', async () => {
  const hand = aHand()
  const act = vi.fn()
  render(
    <ConfirmButton name="Remove Ada" yes="Yes, remove Ada" busy={false} onConfirm={act}>
      Remove
    </ConfirmButton>,
  )
  await hand.tab()
  await hand.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep' }))
  await hand.keyboard('{Enter}')
  expect(act).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Ada' }))

  await hand.click(screen.getByRole('button', { name: 'Remove Ada' }))
  await hand.click(screen.getByRole('button', { name: 'Yes, remove Ada' }))
  expect(act).toHaveBeenCalledOnce()
})
