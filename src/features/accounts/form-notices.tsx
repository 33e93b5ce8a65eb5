import { describeError } from '#lib/api/error'
import { canStore } from '#lib/device'
import { useHydrated } from '#lib/use-hydrated'
import { useOnline } from '#lib/online'
import { Notice } from '#ui/notice'

/** Shows an error that belongs to no field. `offline` is the text to show when the server did not answer. */
export function FormError({ error, offline }: { error: Error | null; offline: string }) {
  return (
    error !== null && (
      <Notice tone="danger" live="assertive">
        {describeError(error, offline)}
      </Notice>
    )
  )
}

/** A notice above a form that needs a network, while the phone is offline; null otherwise. `children` is its title. */
export function OfflineNotice({ children }: { children: string }) {
  return useOnline() ? null : (
    <Notice tone="warning" live="polite" title={children}>
      What you typed stays on this phone, except passwords. Your tickets still open.
    </Notice>
  )
}

/** Warns above a login form that this browser does not store logins; null if it does. */
export function NoStorageNotice() {
  return !useHydrated() || canStore() ? null : (
    <Notice tone="warning" live="polite" title="This browser does not keep logins.">
      Cookies and site data are switched off for this site. Allow them in the browser’s settings, or
      buy a ticket without logging in.
    </Notice>
  )
}
