import { useState } from 'react'

/** A code that is read again within this time, ms, is taken to be still in front of the camera. */
const repeat_ms = 1500

function makeNewCodeFilter() {
  let seen = { text: '', at: 0 }
  return {
    /** Returns whether a code that was read has just come in front of the camera. */
    isNew: (text: string): boolean => {
      const now = performance.now()
      const isSame = seen.text === text && now - seen.at < repeat_ms
      seen = { text, at: now }
      return !isSame
    },
    /** Call it after a pause of the camera: the code that was read last counts as still in front of it. */
    resume: (): void => {
      seen.at = performance.now()
    },
  }
}

/**
 * Returns a filter that distinguishes codes which have just come in front of the camera from those that are still
 * there.
 */
export const useNewCodeFilter = () => useState(makeNewCodeFilter)[0]
