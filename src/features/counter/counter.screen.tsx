import { makeLoginPath } from '#lib/browser'
import { removeItem, write } from '#lib/device'
import { useUser } from '#lib/session'
import { ButtonAnchor } from '#ui/button'
import { Notice } from '#ui/notice'
import { Page, Skeleton } from '#ui/page'
import { UnreadableStoreNotice } from '#ui/unreadable-store-notice'
import { useEffect, useState } from 'react'
import { AllotmentCard } from './allotment-card.tsx'
import {
  isAnswered,
  type StoredAllotment,
  useAreAllotmentsUnreadable,
  useStoredAllotments,
} from './allotments.ts'
import { OfflineSaleReceipt } from './offline-receipt.tsx'
import { ReportNotices, useAutomaticReporting } from './report-notices.tsx'

/**
 * The screen that sells the seats set aside for this phone, with or without a network. The desk links to it, and so
 * does the page that the service worker shows without a network.
 */
export function OfflineCounterScreen() {
  const all = useStoredAllotments()
  const isUnreadable = useAreAllotmentsUnreadable()
  const user = useUser()
  const [shown, setShown] = useState<{ id: string; key: string }>()
  useAutomaticReporting(all)
  useEffect(() => {
    if (all === undefined) return
    if (all.some(({ open }) => open !== undefined)) write('counter_waits', true)
    else if (!isUnreadable) removeItem('counter_waits')
  }, [all, isUnreadable])
  const entry = all?.find(({ id }) => id === shown?.id)
  const sale = entry?.sales.find(({ key, settled }) => key === shown?.key && settled !== true)
  return (
    <Page
      title="Sell without a network"
      narrow
      under="For clerks of a counter: the seats that are set aside for this phone."
    >
      {all === undefined ? (
        <Skeleton />
      ) : entry !== undefined && isAnswered(entry) && sale !== undefined ? (
        <OfflineSaleReceipt entry={entry} sale={sale} onNext={() => setShown(undefined)} />
      ) : isUnreadable ? (
        // Nothing is sold now, since an entry that cannot be read may contain a sale of the same seats.
        <UnreadableStoreNotice
          title="This phone cannot read what is set aside for it."
          lost="sales that are not sent yet"
        />
      ) : user === undefined && all.length === 0 ? (
        <Notice
          tone="warning"
          title="You are not logged in."
          actions={
            <ButtonAnchor kind="primary" href={makeLoginPath()}>
              Log in
            </ButtonAnchor>
          }
        >
          Log in with the account of your desk.
        </Notice>
      ) : (
        <Allotments all={all} onShow={(id, key) => setShown({ id, key })} />
      )}
    </Page>
  )
}

function Allotments({
  all,
  onShow,
}: {
  all: readonly StoredAllotment[]
  onShow: (id: string, key: string) => void
}) {
  const answered = all.filter(isAnswered)
  return (
    <>
      <ReportNotices all={all} />
      {answered.length === 0 && (
        <Notice title="No seats are set aside for this phone.">
          While there is a network, choose a departure at the counter of your desk, then “Set seats
          aside for this phone”.
        </Notice>
      )}
      {answered.map((one) => (
        <AllotmentCard key={one.id} entry={one} onShow={(key) => onShow(one.id, key)} />
      ))}
      <ButtonAnchor href="/desk/counter">Go to the desk</ButtonAnchor>
    </>
  )
}
