import { product } from '#contract/product'
import { CallError } from '#lib/api'
import { read, removeItem, listStorageKeys, type StorageName, write } from '#lib/device'
import { openOwnerStore } from '#lib/device/owner-store'
import { Button, ButtonAnchor, ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { ErrorDrawing } from '#ui/pictures/error-state'
import { NextTripStrip } from '#ui/pictures/next-trip'
import { useEffect } from 'react'

/** The screen in place of one that throws or cannot be downloaded. */
export function ErrorScreen({ error }: { error: unknown }) {
  const unsaved = isChunkError(error)
  useEffect(() => {
    if (!unsaved && !(error instanceof CallError)) void deleteAnswersOnRepeat()
  }, [error, unsaved])
  return (
    <Page title={unsaved ? 'Not on this phone yet' : 'This screen stopped'} narrow>
      {unsaved && <NextTripStrip />}
      {unsaved && <ErrorDrawing picture="offline" />}
      <Notice
        tone={unsaved ? 'warning' : 'danger'}
        live="assertive"
        actions={
          <>
            <Button kind="primary" onClick={() => location.reload()}>
              Try again
            </Button>
            <ButtonLink to="/">Go to the start</ButtonLink>
            <ButtonAnchor kind="quiet" href={`tel:${product.phone.e164}`}>
              Call {product.phone.national}
            </ButtonAnchor>
          </>
        }
      >
        {unsaved
          ? 'This part of the app was not saved on this phone, and you are offline. Your tickets still open.'
          : 'Something on this screen does not work. What you typed is kept. Try again, or call us.'}
        {error instanceof CallError && error.request_id !== undefined && (
          <p>Error number: {error.request_id}</p>
        )}
      </Notice>
    </Page>
  )
}

/**
 * Deletes what can be downloaded again if the same screen fails twice in a visit, since a stored answer may be the
 * cause. Tickets, forms and unsent items stay.
 */
async function deleteAnswersOnRepeat(): Promise<void> {
  const { pathname } = location
  const isRepeat = read('stopped_at') === pathname
  write('stopped_at', pathname)
  if (!isRepeat) return
  for (const [name, { of, in: place }] of listStorageKeys())
    if (of === 'public' && place === 'local') removeItem(name as StorageName)
  await openOwnerStore('answers').clear()
}

/** Returns whether a chunk could not be loaded, for which each browser has its own message. */
function isChunkError(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|module script|preload/i.test(error.message)
  )
}
