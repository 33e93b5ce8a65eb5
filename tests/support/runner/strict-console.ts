import { afterEach, beforeEach, vi } from 'vitest'

// A complaint of React or of ours is a fault that nobody noticed, so it fails the test it fell into.
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
