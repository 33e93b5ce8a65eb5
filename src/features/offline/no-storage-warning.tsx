import { canStoreGuestCredentials } from '#lib/session/proofs'
import { Notice } from '#ui/notice'
import { useEffect, useState } from 'react'

/** Displayed before a form: warns that this browser stores nothing, so a guest must finish in this window. */
export function NoStorageWarning() {
  const [isBlocked, setBlocked] = useState(false)
  useEffect(() => {
    let isHere = true
    void canStoreGuestCredentials().then((can) => isHere && setBlocked(!can))
    return () => {
      isHere = false
    }
  }, [])
  if (!isBlocked) return null
  return (
    <Notice tone="warning" live="polite" title="This browser saves nothing on this phone.">
      Your booking is in this window only: do not close or reload it before you have paid, and write
      down the reference. Or allow cookies and site data for this site in the browser’s settings,
      and start again.
    </Notice>
  )
}
