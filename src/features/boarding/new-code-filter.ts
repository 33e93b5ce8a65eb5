import { useState } from 'react'

/** If the same code is read again within this time, it is still the same paper in front of the camera. */
const repeat_ms = 1500

function makeNewCodeFilter() {
  let seen = { text: '', at: 0 }
  return {
    /** Returns whether a code has just come into sight. */
    isNew: (text: string): boolean => {
      const now = performance.now()
      const isSame = seen.text === text && now - seen.at < repeat_ms
      seen = { text, at: now }
      return !isSame
    },
    /** Called after a pause of the camera: the code that was read last is still in front of it. */
    resume: (): void => {
      seen.at = performance.now()
    },
  }
}

/** Distinguishes codes that come in front of the camera from those that are still there. */
export const useNewCodeFilter = () => useState(makeNewCodeFilter)[0]
