import { StorageProblemNotice } from '#features/offline'
import { CookieConsent } from '#features/site'
import { removeItem, read } from '#lib/device'
import { onToast, showToast } from '#lib/toast'
import { useEffect, useState } from 'react'
import styles from './overlays.module.css'
import { UpdatePrompt } from './update.tsx'

const visible_ms = 5000

/**
 * The elements that float above the bottom of every screen (notices and questions), and the toasts.
 */
export function Overlays() {
  return (
    <aside className={styles.dock} aria-label="Notes">
      <PlainToast />
      <StorageProblemNotice className={styles.prompt} />
      <UpdatePrompt />
      <CookieConsent />
    </aside>
  )
}

/** Passes toasts to the snackbars; shows them as plain text if the script of these cannot be loaded. */
function PlainToast() {
  const [words, setWords] = useState('')
  useEffect(() => {
    const leave = onToast((message) => {
      import('#ui/mantine/snackbars').then(
        ({ renderToast }) => renderToast(message),
        () => setWords(message),
      )
    })
    const onArrival = read('words_on_arrival')
    removeItem('words_on_arrival')
    if (onArrival !== undefined) showToast(onArrival)
    return leave
  }, [])
  useEffect(() => {
    const timer = setTimeout(setWords, visible_ms, '')
    return () => clearTimeout(timer)
  }, [words])
  return (
    <p role="status" className={styles.words}>
      {words}
    </p>
  )
}
