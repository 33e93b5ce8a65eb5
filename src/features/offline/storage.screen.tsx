import { formatCount, pluralize, formatBytes } from '#contract/quantities'
import { canStore, read } from '#lib/device'
import { useOnline } from '#lib/online'
import { Button, ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import { Skeleton, Card, Page } from '#ui/page'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DataUsageCard } from './data-usage-card.tsx'
import {
  readStorageUsage,
  deleteDownloads,
  type StorageUsage,
  type AppPartUsage,
  downloadAppFiles,
  sumStorageUsage,
} from './storage-usage.ts'
import { formatDataCost } from './sizes.ts'
import styles from './phone.module.css'

const storageUsageQuery = queryOptions({
  queryKey: ['askKept'],
  queryFn: readStorageUsage,
  networkMode: 'always',
  gcTime: 0,
})

/**
 * The data screen at `/phone`: what opens without a network, what is stored, and what it costs, with or without a
 * login.
 */
export function StorageScreen() {
  const [isSaving, setSaving] = useState(false)
  const { data: kept } = useQuery({ ...storageUsageQuery, refetchInterval: isSaving && 700 })
  return (
    <Page
      title="Storage on this phone"
      under="What opens without a network, and what it costs you."
      narrow
    >
      {kept === undefined ? (
        <Skeleton />
      ) : (
        <>
          <Refusals isKeeping={kept.keeps_files} />
          {kept.parts && <Parts parts={kept.parts} cost={kept.cost} onSaving={setSaving} />}
          <UnsentItemsCard />
          <DataUsageCard spent={kept.spent} />
          <Kinds usage={kept} />
          <Room kept={kept} />
        </>
      )}
    </Page>
  )
}

function Refusals({ isKeeping }: { isKeeping: boolean }) {
  if (!canStore())
    return (
      <Notice tone="warning" title="This browser saves nothing">
        It may be a private window, or storage is switched off. Write down your booking reference:
        the ticket is gone when you close this.
      </Notice>
    )
  if (isKeeping) return null
  return (
    <Notice tone="warning" title="The app is not saved on this phone">
      It may be your first visit, an old browser, a private window, or a full phone. Tickets are
      kept as long as this browser keeps them; screens open only with a network.
    </Notice>
  )
}

function Parts({
  parts,
  cost,
  onSaving,
}: {
  parts: AppPartUsage[]
  cost: number
  onSaving: (isSaving: boolean) => void
}) {
  const online = useOnline()
  const queries = useQueryClient()
  const saving = useMutation({
    mutationFn: (only: string[] | undefined) => downloadAppFiles(only),
    onMutate: () => onSaving(true),
    onSettled: () => {
      onSaving(false)
      return queries.invalidateQueries(storageUsageQuery)
    },
  })
  const missing = new Set(parts.flatMap((part) => part.missing))
  const count = new Set(parts.flatMap((part) => part.files)).size
  return (
    <Card label="Opens without a network">
      <h2>Opens without a network</h2>
      <ul className={styles.rows} aria-label="Parts of the app">
        {parts.map((part) => (
          <li key={part.name}>
            <span>
              <span aria-hidden="true">{part.missing.length === 0 ? '✓' : '✗'}</span> {part.name}
            </span>
            {part.missing.length === 0 ? (
              <span className={styles.soft}>saved</span>
            ) : (
              <Button
                aria-label={`Save ${part.name}${formatSize(part.cost)}`}
                busy={saving.isPending}
                waitsForNetwork={false}
                disabled={!online}
                onClick={() => saving.mutate(part.missing)}
              >
                Save{formatSize(part.cost)}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className={styles.soft}>
        {saving.isPending &&
          `Saving… ${count - missing.size} of ${formatCount(count, 'part')} ${pluralize(count, 'is', 'are')} here.`}
        {saving.data === false && 'Some parts did not download. The others are saved; try again.'}
        {!saving.isPending && missing.size === 0 && 'The whole app opens without a network.'}
        {!online && missing.size > 0 && 'The rest can be saved when there is a network.'}
      </p>
      {missing.size > 0 && (
        <Button
          kind="primary"
          busy={saving.isPending}
          waitsForNetwork={false}
          disabled={!online}
          onClick={() => saving.mutate(undefined)}
        >
          Save the whole app{cost > 0 && ` (about ${formatBytes(cost)}, ${formatDataCost(cost)})`}
        </Button>
      )}
    </Card>
  )
}

const formatSize = (bytes: number) => (bytes > 0 ? ` (${formatBytes(bytes)})` : '')

function UnsentItemsCard() {
  const count = read('waiting_to_send') ?? 0
  if (count === 0) return null
  return (
    <Card label="Waiting">
      <p>{formatCount(count, 'thing you wrote waits', 'things you wrote wait')} to be sent.</p>
      <ButtonLink to="/phone/outbox">See what is waiting</ButtonLink>
    </Card>
  )
}

function Kinds({ usage }: { usage: StorageUsage }) {
  return (
    <Card label="Kept here">
      <h2>Kept here</h2>
      <ul className={styles.rows} aria-label="Kept by kind">
        {[...usage.kinds, { name: 'Together', bytes: sumStorageUsage(usage) }].map(
          ({ name, bytes }) => (
            <li key={name}>
              <span>{name}</span>
              <b>{formatBytes(bytes)}</b>
            </li>
          ),
        )}
      </ul>
    </Card>
  )
}

function Room({ kept }: { kept: StorageUsage }) {
  const queries = useQueryClient()
  const freeing = useMutation({
    mutationFn: async () => {
      await deleteDownloads()
      return sumStorageUsage(kept) - sumStorageUsage(await queries.fetchQuery(storageUsageQuery))
    },
  })
  const staying = useQuery({
    queryKey: ['isPersisted'],
    queryFn: async () => (await navigator.storage?.persisted?.()) ?? false,
    networkMode: 'always',
    gcTime: 0,
  })
  const asking = useMutation({
    mutationFn: async () => (await navigator.storage?.persist?.()) ?? false,
    onSuccess: () => staying.refetch(),
  })
  return (
    <Card label="Space">
      <h2>Space</h2>
      <p className={styles.soft}>
        This removes results, saved pages and screens that can be downloaded again. Tickets, parcels
        you follow, your last searches, forms and unsent messages always stay.
      </p>
      <Button busy={freeing.isPending} waitsForNetwork={false} onClick={() => freeing.mutate()}>
        Free space
      </Button>
      <p role="status">
        {freeing.data !== undefined &&
          `Freed ${formatBytes(Math.max(freeing.data, 0))}. Your tickets are still here.`}
      </p>
      {staying.data === true ? (
        <p>✓ This phone keeps the app and its tickets.</p>
      ) : (
        <>
          <p className={styles.soft}>
            {asking.data === false
              ? 'The phone does not allow this yet. It often does once the app is on your home screen.'
              : 'A full phone may clear the app and its tickets.'}
          </p>
          <Button busy={asking.isPending} waitsForNetwork={false} onClick={() => asking.mutate()}>
            Ask the phone to keep it
          </Button>
        </>
      )}
    </Card>
  )
}
