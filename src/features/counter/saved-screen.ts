import { askWorker } from '#lib/worker'
import { useEffect, useState } from 'react'

/** How long the service worker may take to save the files of this screen, ms. */
const timeout_ms = 120_000

/** The files of the app that this page has loaded. */
const listOwnFiles = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => path.startsWith('/assets/'))

/** Has the service worker save the files of this page. Returns whether they are saved. Never rejects. */
async function saveScreen(): Promise<boolean> {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  const { active = null } = (await serviceWorker?.ready) ?? {}
  const answer = await askWorker<boolean>(
    active,
    { type: 'WARM', only: listOwnFiles() },
    timeout_ms,
  )
  return answer === true
}

/**
 * Saves this screen on the phone, since it is not among the screens that every phone saves. Returns whether it opens
 * without a network; undefined until that is known.
 */
export function useIsScreenSaved(): boolean | undefined {
  const [isSaved, setSaved] = useState<boolean>()
  useEffect(() => {
    let isGone = false
    void saveScreen()
      .catch(() => false)
      .then((saved) => isGone || setSaved(saved))
    return () => {
      isGone = true
    }
  }, [])
  return isSaved
}
