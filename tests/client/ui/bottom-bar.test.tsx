import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { BottomBar } from '#ui/page'

test('a bar says how high it is when its size changes, not at each letter typed above it', () => {
  let resize: () => void = () => undefined
  class Observer implements ResizeObserver {
    constructor(tell: ResizeObserverCallback) {
      resize = () => tell([], this)
    }
    observe = () => resize()
    unobserve = () => undefined
    disconnect = () => undefined
  }
  vi.stubGlobal('ResizeObserver', Observer)
  const { style } = document.documentElement
  const set = vi.spyOn(style, 'setProperty')
  const bar = render(<BottomBar>1</BottomBar>)
  expect(style.getPropertyValue('--bar')).toBe('0px')
  for (const text of ['2', '3', '4']) bar.rerender(<BottomBar>{text}</BottomBar>)
  expect(set).toHaveBeenCalledTimes(1)
  resize()
  expect(set).toHaveBeenCalledTimes(2)
  bar.unmount()
  expect(style.getPropertyValue('--bar')).toBe('')
  vi.unstubAllGlobals()
})
