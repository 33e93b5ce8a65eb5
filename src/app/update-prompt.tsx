import { Button } from '#ui/button'
import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import styles from './frame.module.css'
import { updates } from './update.ts'

/** Screens on which a person must not be asked: money is moving, or the ticket is being shown. */
const quietPlaces = /^\/(ticket|bookride\/pay|bookride\/passenger-details|invoice-checkout|verify)/

/** Offers a newer app, and never takes it by itself. */
export function UpdatePrompt() {
  const state = useSyncExternalStore(updates.subscribe, updates.state, () => 'none' as const)
  const { pathname } = useLocation()
  if (state === 'none' || quietPlaces.test(pathname)) return null
  return (
    <div className={styles.prompt} role="status">
      <span>
        {state === 'offered'
          ? 'A newer version is ready on this phone.'
          : 'The app was updated in another tab.'}
      </span>
      <Button onClick={() => (state === 'offered' ? updates.accept() : void updates.reload())}>
        Use it now
      </Button>
    </div>
  )
}
