import { canStore } from '#lib/device'
import { storageProblem, reportStorageProblem } from '#lib/device/storage-trouble'
import { Button, ButtonLink } from '#ui/button'
import { useSyncExternalStore } from 'react'

const noticeTexts = {
  full: 'This phone is full. We removed what can be downloaded again; tickets are still saved.',
  no_app: 'Not enough space to save the app. Tickets are still saved.',
} as const

/** A notice of a storage problem of this phone, such as no space, until the person closes it. */
export function StorageProblemNotice({ className }: { className?: string | undefined }) {
  const trouble = useSyncExternalStore(
    storageProblem.subscribe,
    storageProblem.now,
    () => 'none' as const,
  )
  if (trouble === 'none') return null
  return (
    <div className={className} role="status">
      <span>{trouble === 'not_saving' ? notSaving() : noticeTexts[trouble]}</span>
      <ButtonLink to="/phone">Storage</ButtonLink>
      <Button kind="quiet" onClick={() => reportStorageProblem('none')}>
        Close
      </Button>
    </div>
  )
}

const notSaving = () =>
  canStore()
    ? 'Saving does not work on this phone now. Tickets and forms are kept in less space.'
    : 'Saving does not work on this phone now. Write down your booking reference.'
