import { afterEach, beforeEach, vi } from 'vitest'

// An error in the console, from React or from us, is a fault that the test did not expect, so the test fails.
let complaints: string[] = []

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => {
    complaints.push(words.map(String).join(' '))
  })
})

afterEach(() => {
  if (complaints.length > 0) throw new Error(`console.error was called:\n${complaints.join('\n')}`)
})
